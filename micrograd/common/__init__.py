"""What every room may use: arguments, files, text, closures, namesakes.

To read, in any order: arguments.py says what an argument may be; files.py writes a
file whole or not at all; layout.py knows how wide a text is and where its lines may
end; signs.py has stand-ins for signs that an output lacks; closures.py tells what a
function carries with it; blocks.py lets `with` blocks share what they begin;
engines.py hands Tensors to the tools made for them; namesake.py finds another package
called micrograd.

Not here: anything that knows a Value.
"""
