import { expect, test } from 'vitest';
import { aboutHome, aboutStream, sourceName } from '#model/entities/contact-source.ts';

test.each([
  ['receivers', null, null, 'as the receivers hear them', 'is doing right now'],
  ['simulated', null, 'Simulated', 'of simulated receivers', 'simulated network'],
  [
    'replay',
    30,
    'Replay, 30 times as fast',
    '30 times as fast, with the times at which they are played: nothing of it is heard now',
    'replayed',
  ],
  ['replay', 1, 'Replay', 'A replay of recorded contacts, with the times', 'replayed'],
] as const)('contacts of %s at speed %s are told as such (SYS-12, LIVE-14)', (source, replaySpeed, name, stream, home) => {
  const system = { source, replaySpeed };
  expect(sourceName(system)).toBe(name);
  expect(aboutStream(system)).toContain(stream);
  expect(aboutHome(system)).toContain(home);
});
