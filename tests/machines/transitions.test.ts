import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listMachines, loadMachine } from '../../scripts/machine-chart/discover.ts';
import { assertWhole, type Coverage, coverageTable, machineCoverage, type Samples } from '../support/machine-paths.ts';

const root = resolve(import.meta.dirname, '../..');
const machines = listMachines(root);
const samplesFiles = import.meta.glob<{ default: Samples }>('./*.samples.ts');
const coverages: Coverage[] = [];
/** A large machine takes thousands of walks. */
const patience = { timeout: 90_000 };

describe('every transition of every machine is walked (CODE-5)', () => {
  test.each(machines)('$name', patience, async ({ name, file }) => {
    const load = samplesFiles[`./${name}.samples.ts`];
    if (!load)
      throw new Error(`${file} has no samples: write tests/machines/${name}.samples.ts (see tests/support/machine-paths.ts).`);
    const machine = await loadMachine(root, { file, name });
    const { default: samples } = await load();
    expect(samples.machine.config, `tests/machines/${name}.samples.ts walks the machine of ${file}`).toBe(machine.config);
    const coverage = await machineCoverage(samples);
    coverages.push(coverage);
    assertWhole(coverage);
  });

  test('no samples are left without their machine', () => {
    const names = new Set(machines.map(({ name }) => `./${name}.samples.ts`));
    expect(Object.keys(samplesFiles).filter((file) => !names.has(file))).toEqual([]);
  });
});

afterAll(() => {
  process.stdout.write(`\n${coverageTable(coverages)}\n\n`);
});
