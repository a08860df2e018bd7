"""The laboratory: are these dice fair, is this board balanced, which handicap helps?

Values inside, hands outside here too: odds, tests of fairness and tallies are pure;
processes, files, serial ports and pictures are at the edge.
"""
