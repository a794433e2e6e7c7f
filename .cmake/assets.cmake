add_custom_target(attn_assets ALL)
