import { chartOf } from './machine-chart/chart.ts';
import { type LoadedMachine, loadMachines } from './machine-chart/discover.ts';
import { mermaid } from './machine-chart/mermaid.ts';

/** Where the charts are kept, relative to the repository. */
export const chartFolder = 'docs/machines';

function page(file: string, machineId: string, diagram: string): string {
  return [
    `# ${machineId}`,
    '',
    `Drawn from [${file}](../../${file}) by \`npm run machines:draw\`.`,
    '',
    '```mermaid',
    diagram,
    '```',
    '',
  ].join('\n');
}

/** The two files of one machine, by name: its graph as data and as a Mermaid picture. */
export function drawMachine({ file, machine }: LoadedMachine): [string, string][] {
  const chart = chartOf(machine);
  return [
    [`${chart.id}.json`, `${JSON.stringify(chart, undefined, 2)}\n`],
    [`${chart.id}.md`, page(file, chart.id, mermaid(chart))],
  ];
}

/** What docs/machines of the repository at `root` should hold for its machines, by file name. */
export async function drawCharts(root: string): Promise<Map<string, string>> {
  return new Map((await loadMachines(root)).flatMap(drawMachine));
}

/** Names of chart files that `on disk` lacks, has otherwise, or has without a machine. */
export function compareCharts(drawn: ReadonlyMap<string, string>, onDisk: ReadonlyMap<string, string>) {
  return {
    missing: [...drawn.keys()].filter((name) => !onDisk.has(name)),
    stale: [...drawn].filter(([name, text]) => onDisk.has(name) && onDisk.get(name) !== text).map(([name]) => name),
    orphaned: [...onDisk.keys()].filter((name) => !drawn.has(name)),
  };
}
