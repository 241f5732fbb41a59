import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCharts } from '../../scripts/machine-chart/chart-files.ts';
import { chartFolder, compareCharts, drawCharts, drawMachine } from '../../scripts/machine-charts.ts';
import { houseMachine } from './planted/house.planted.ts';
import { renameMachine } from './planted/rename.planted.ts';

const root = resolve(import.meta.dirname, '../..');
const planted = { file: 'src/machines/rename/rename-machine.ts', name: 'rename', machine: renameMachine };

test('docs/machines shows the machines as they are (npm run machines:draw) (CODE-10)', async () => {
  // The same charts as data are made on demand and not kept.
  const pictures = (charts: ReadonlyMap<string, string>) => new Map([...charts].filter(([name]) => name.endsWith('.md')));
  const differences = compareCharts(pictures(await drawCharts(root)), pictures(readCharts(join(root, chartFolder))));
  expect(differences).toEqual({ missing: [], stale: [], orphaned: [] });
});

test('a chart that is missing, out of date or left over is told by name', () => {
  const drawn = new Map([
    ['auth.json', 'new'],
    ['socket.json', 'same'],
    ['theme.json', 'new'],
  ]);
  const onDisk = new Map([
    ['auth.json', 'old'],
    ['socket.json', 'same'],
    ['gone.json', 'old'],
  ]);
  expect(compareCharts(drawn, onDisk)).toEqual({ missing: ['theme.json'], stale: ['auth.json'], orphaned: ['gone.json'] });
});

describe('what is drawn', () => {
  test('is the same each time', () => {
    expect(drawMachine(planted)).toEqual(drawMachine({ ...planted, machine: renameMachine.provide({}) }));
  });

  test('as data, names states, transitions, guards, delays, tags, invokes and actions', () => {
    const drawn = new Map(drawMachine(planted));
    expect(JSON.parse(drawn.get('rename.json') ?? '')).toEqual({
      id: 'rename',
      delays: { patience: 10_000 },
      chart: {
        id: 'rename',
        type: 'compound',
        initial: 'rename.asking',
        states: {
          asking: {
            id: 'rename.asking',
            type: 'atomic',
            tags: ['busy'],
            entry: ['recordProposed', 'countAttempt'],
            invokes: [{ id: 'renameReceiver', src: 'renameReceiver' }],
            transitions: [
              { on: 'renameReceiver done', target: ['rename.renamed'], actions: ['recordDone'] },
              { on: 'renameReceiver failed', guard: 'mayRetry', target: ['rename.asked'] },
              { on: 'renameReceiver failed', target: ['rename.refused'] },
            ],
          },
          asked: {
            id: 'rename.asked',
            type: 'atomic',
            transitions: [
              { on: 'rename.retry', guard: 'isNamed', target: ['rename.asking'], actions: ['takeAlias'] },
              { on: 'rename.giveUp', target: ['rename.refused'] },
              { on: 'after patience', target: ['rename.refused'] },
            ],
          },
          renamed: { id: 'rename.renamed', type: 'final' },
          refused: { id: 'rename.refused', type: 'final', tags: ['failed'], entry: ['recordRejected'] },
        },
      },
    });
  });

  test('as Mermaid, has every state and transition', () => {
    const drawn = new Map(drawMachine(planted));
    const diagram = /```mermaid\n([^]*?)\n```/.exec(drawn.get('rename.md') ?? '')?.[1];
    expect(diagram?.split('\n').map((line) => line.trim())).toEqual([
      'stateDiagram-v2',
      '[*] --> s_rename_asking',
      'state "asking" as s_rename_asking',
      's_rename_asking : tags busy',
      's_rename_asking : entry / recordProposed, countAttempt',
      's_rename_asking : invokes renameReceiver',
      'state "asked" as s_rename_asked',
      'state "renamed" as s_rename_renamed',
      's_rename_renamed --> [*]',
      'state "refused" as s_rename_refused',
      's_rename_refused : tags failed',
      's_rename_refused : entry / recordRejected',
      's_rename_refused --> [*]',
      's_rename_asking --> s_rename_renamed : renameReceiver done / recordDone',
      's_rename_asking --> s_rename_asked : renameReceiver failed [mayRetry]',
      's_rename_asking --> s_rename_refused : renameReceiver failed',
      's_rename_asked --> s_rename_asking : rename.retry [isNamed] / takeAlias',
      's_rename_asked --> s_rename_refused : rename.giveUp',
      's_rename_asked --> s_rename_refused : after patience',
    ]);
  });

  test('as Mermaid, divides regions and never leads out of a composite by its own name', () => {
    const drawn = new Map(drawMachine({ ...planted, machine: houseMachine }));
    const lines = (drawn.get('house.md') ?? '').split('\n').map((line) => line.trim());
    expect(lines.filter((line) => line === '--')).toHaveLength(2);
    expect(lines).toContain('s_house_line_open__inside --> s_house_line_closed : line.close');
    const composites = lines.flatMap((line) => /^state ".*" as (\w+) \{$/.exec(line)?.[1] ?? []);
    expect(composites).toContain('s_house_line_open');
    expect(lines.filter((line) => composites.some((id) => line.startsWith(`${id} `)))).toEqual([]);
  });
});
