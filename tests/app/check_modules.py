"""Checks PyTorch modules through attention_lab.py; argument: a model's folder."""
import numpy, sys, torch
import attention_lab as lab
torch.manual_seed(1)
layer = torch.nn.MultiheadAttention(12, 3, batch_first=True)
x = torch.randn(2, 5, 12)
assert lab.check(layer, x), lab.check(layer, x)
mask = torch.full((5, 5), -numpy.inf).triu(1)
assert lab.check(layer, x, attn_mask=mask)
assert lab.check(layer, x, attn_mask=mask == -numpy.inf)
assert lab.check(layer, x, attn_mask=mask.repeat(6, 1, 1))
assert lab.check(layer, x, attn_mask=mask, need_weights=False)
padding = torch.tensor([[False, False, False, False, True], [False, False, False, True, True]])
assert lab.check(layer, x, key_padding_mask=padding)
assert lab.check(layer, x[1], key_padding_mask=padding[1])
rows_first = torch.nn.MultiheadAttention(12, 3)
assert lab.check(rows_first, x, average_attn_weights=True)

def refuses(module, *words, says, **options):
    try:
        report = lab.check(module, *words, **options)
    except (NotImplementedError, ValueError) as refused:
        assert says in str(refused), refused
    else:
        raise AssertionError(f"was checked: {report}")

refuses(torch.nn.MultiheadAttention(12, 3, dropout=0.5, batch_first=True), x, says="module.eval()")
assert lab.check(torch.nn.MultiheadAttention(12, 3, dropout=0.5, batch_first=True).eval(), x)
refuses(torch.nn.MultiheadAttention(12, 3, add_bias_kv=True), x, says="add_bias_kv")
refuses(layer, x, sort_of=1, says="sort_of")
refuses(layer, x, x + 1, says="self-attention")
class Broken(torch.nn.MultiheadAttention):
    def forward(self, *words, **options):
        Y, A = super().forward(*words, **options)
        return Y, A.softmax(-1)
broken = Broken(12, 3, batch_first=True)
report = lab.check(broken, x)
assert not report and repr(report).startswith("A"), report

def module_of(**parts):
    module = torch.nn.Module()
    for name, part in parts.items():
        setattr(module, name, part)
    return module

class Model(torch.nn.Module):
    """A GPT-2 whose modules are called as those of transformers."""
    config = dict(model_type="gpt2", n_embd=8, n_head=2, n_layer=2, activation_function="relu", layer_norm_epsilon=1e-5)
    def __init__(self, wrong=0.0):
        super().__init__()
        linear, norm = torch.nn.Linear, torch.nn.LayerNorm
        blocks = [module_of(ln_1=norm(8), attn=module_of(c_attn=linear(8, 24), c_proj=linear(8, 8)), ln_2=norm(8),
                            mlp=module_of(c_fc=linear(8, 20), c_proj=linear(20, 8))) for _ in range(2)]
        self.transformer = module_of(wte=torch.nn.Embedding(11, 8), wpe=torch.nn.Embedding(12, 8), ln_f=norm(8),
                                     h=torch.nn.ModuleList(blocks))
        self.lm_head = linear(8, 11, bias=False)
        self.lm_head.weight = self.transformer.wte.weight
        self.wrong = wrong
    def forward(self, ids):
        count = ids.shape[1]
        x = self.transformer.wte(ids) + self.transformer.wpe(torch.arange(count))
        for number, block in enumerate(self.transformer.h):
            q, k, v = (part.reshape(len(ids), count, 2, 4).transpose(1, 2)
                       for part in block.attn.c_attn(block.ln_1(x)).split(8, -1))
            hidden = torch.full((count, count), -numpy.inf).triu(1)
            A = (q @ k.transpose(2, 3) / 2 + hidden).softmax(-1)
            x = x + block.attn.c_proj((A @ v).transpose(1, 2).reshape(len(ids), count, 8)) + self.wrong * number
            x = x + block.mlp.c_proj(block.mlp.c_fc(block.ln_2(x)).relu())
        return self.lm_head(self.transformer.ln_f(x))

ids = torch.tensor([[3, 1, 4, 1], [5, 9, 2, 6]])
report = lab.check(Model().eval(), ids)
assert report and "of 2 layers agree" in repr(report), report
assert lab.check(Model().eval(), ids[:1])
slanted = torch.linspace(0, 0.5, 8)
report = lab.check(Model(wrong=slanted).eval(), ids)
assert not report and repr(report).startswith("layers.1: mlp_X"), report
refuses(Model(), ids, says="model.eval()")
refuses(Model().eval(), ids, attention_mask=torch.tensor([[1, 1, 1, 0], [1, 1, 1, 1]]), says="hides tokens")
arrays = lab.trace(sys.argv[1], ids=[3, 1, 4])
assert arrays["layers.1.A"].shape == (2, 3, 3), arrays["layers.1.A"].shape
assert "<svg" in lab.figure(sys.argv[1], ids=[3, 1, 4], layer=1, stage="A", head=2)._repr_svg_()
