import { resolve } from 'node:path';
import { type DirectedGraphNode, toDirectedGraph } from '@xstate/graph';
import { afterAll, describe, expect, test } from 'vitest';
import { transitionsFrom } from '../../scripts/machine-chart/chart.ts';
import { listMachines, loadMachine } from '../../scripts/machine-chart/discover.ts';
import {
  assertWhole,
  type Coverage,
  coverageTable,
  machineCoverage,
  type Samples,
  transitionName,
  transitionsOf,
} from '../support/machine-paths.ts';

const root = resolve(import.meta.dirname, '../..');
const machines = listMachines(root);
const samplesFiles = import.meta.glob<{ default: Samples }>('./*.samples.ts');
const coverages: Coverage[] = [];
/** A large machine needs thousands of walks. */
const patience = { timeout: 90_000 };

describe('every transition of every machine is walked (CODE-5)', () => {
  test.each(machines)('$name', patience, async ({ name, file }) => {
    const load = samplesFiles[`./${name}.samples.ts`];
    if (!load)
      throw new Error(`${file} has no samples: write tests/machines/${name}.samples.ts (see tests/support/machine-paths.ts).`);
    const machine = await loadMachine(root, { file, name });
    const { default: samples } = await load();
    expect(samples.machine.config, `tests/machines/${name}.samples.ts walks the machine of ${file}`).toBe(machine.config);
    expect(samples.machine.implementations.delays, 'a walk waits for the product’s own delays').toEqual(
      machine.implementations.delays,
    );
    const coverage = await machineCoverage(samples);
    coverages.push(coverage);
    assertWhole(coverage);
  });

  test.each(machines)('the graph of $name has the same transitions as the walk of it', async (entry) => {
    const machine = await loadMachine(root, entry);
    const drawn = graphNodes(toDirectedGraph(machine)).flatMap(transitionsFrom);
    const walked = transitionsOf(machine);
    expect(drawn.map(transitionName).toSorted()).toEqual(walked.map(transitionName).toSorted());
    expect(new Set(drawn), 'and they are the very same objects').toEqual(new Set(walked));
  });

  test('no samples are left without their machine', () => {
    const names = new Set(machines.map(({ name }) => `./${name}.samples.ts`));
    expect(Object.keys(samplesFiles).filter((file) => !names.has(file))).toEqual([]);
  });
});

function graphNodes(graph: DirectedGraphNode): DirectedGraphNode[] {
  return [graph, ...graph.children.flatMap(graphNodes)];
}

afterAll(() => {
  process.stdout.write(`\n${coverageTable(coverages)}\n\n`);
});
