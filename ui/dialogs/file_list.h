#pragma once

#include "ui/dialogs/form.h"

namespace attn {

/// Adds the folders and files to choose from for the path being typed, ours in full ink, with the folder's name above
/// the area.
void add_file_list(Form& form, const Box& area);

} // namespace attn
