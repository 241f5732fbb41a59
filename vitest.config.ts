import './scripts/pinned-node.js';
import { configDefaults, defineConfig } from 'vitest/config';
import { isThorough } from './tests/support/thorough.ts';

/**
 * One project per layer (docs/architecture.md), so that `vitest run --project machines` runs just that layer.
 */
export default defineConfig({
  test: {
    // Most of a test of the host is waiting for processes: three at a time keep two cores busy.
    maxWorkers: 3,
    projects: ['model', 'machines', 'services', 'host', 'tooling'].map((name) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
        exclude: [...configDefaults.exclude, ...(isThorough ? [] : ['**/*.thorough.test.ts'])],
        environment: 'node',
        // The files of a worker share the modules that are loaded once: to load them takes longer than most tests.
        isolate: false,
        // Both kinds of database, for the layers whose tests run on real ones.
        globalSetup: name === 'host' || name === 'services' ? ['tests/support/postgres-servers.ts'] : [],
        // On real processes and a real clock, as in the browser: `npm test` names what passed at the second try only.
        retry: name === 'host' || name === 'services' ? 1 : 0,
        testTimeout: name === 'model' || name === 'machines' ? 20_000 : 60_000,
        hookTimeout: 120_000,
        // A condition is waited for as long as a loaded machine may need, and not the second of the default.
        expect: { poll: { timeout: 10_000 } },
      },
    })),
  },
});
