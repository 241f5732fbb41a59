import { chartOf } from './machine-chart/chart.ts';
import { type LoadedMachine, loadMachines } from './machine-chart/discover.ts';
import { mermaid } from './machine-chart/mermaid.ts';

/** Where the charts are, relative to the repository. */
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

/** Returns the two files of one machine, by name: its graph as data, and as a Mermaid diagram. */
export function drawMachine({ file, machine }: LoadedMachine): [string, string][] {
  const chart = chartOf(machine);
  return [
    [`${chart.id}.json`, `${JSON.stringify(chart, undefined, 2)}\n`],
    [`${chart.id}.md`, page(file, chart.id, mermaid(chart))],
  ];
}

/** Returns what docs/machines of the repository at `root` should contain, by file name. */
export async function drawCharts(root: string): Promise<Map<string, string>> {
  return new Map((await loadMachines(root)).flatMap(drawMachine));
}

/** Returns the names of chart files that are missing on disk, differ, or have no machine. */
export function compareCharts(drawn: ReadonlyMap<string, string>, onDisk: ReadonlyMap<string, string>) {
  return {
    missing: [...drawn.keys()].filter((name) => !onDisk.has(name)),
    stale: [...drawn].filter(([name, text]) => onDisk.has(name) && onDisk.get(name) !== text).map(([name]) => name),
    orphaned: [...onDisk.keys()].filter((name) => !drawn.has(name)),
  };
}
