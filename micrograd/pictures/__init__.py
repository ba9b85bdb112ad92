"""Everything that is looked at: graphs, plots, and a page that plays both passes.

To read, in this order: boxes.py, what stands in the boxes; draw.py, `trace`,
`draw_dot` and `draw_text`, with outline.py, a graph as text, and render.py, which
finds and bounds Graphviz; collapse/, which part of a graph is a neuron, which a
layer; plots.py, curves and regions, with fonts.py, labels in Chinese; player/, the
page.

Not here: the text of `explain` and of the doctor (insight/).
"""
