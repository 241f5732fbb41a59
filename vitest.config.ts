import { configDefaults, defineConfig } from 'vitest/config';
import { isThorough } from './tests/support/thorough.ts';

/**
 * One project per layer (docs/architecture.md), so that `vitest run --project machines` runs just that layer.
 */
export default defineConfig({
  test: {
    // Most of a test of the host is waiting for processes: two at a time keep two cores busy.
    maxWorkers: 2,
    projects: ['model', 'machines', 'services', 'host', 'tooling'].map((name) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
        exclude: [...configDefaults.exclude, ...(isThorough ? [] : ['**/*.thorough.test.ts'])],
        environment: 'node',
        // Pure functions leave nothing behind: their files share the modules that are loaded once.
        isolate: name !== 'model',
        // Both kinds of database, for the layers whose tests run on real ones.
        globalSetup: name === 'host' || name === 'services' ? ['tests/support/postgres-servers.ts'] : [],
        testTimeout: name === 'model' || name === 'machines' ? 20_000 : 60_000,
        hookTimeout: 120_000,
        // A condition is waited for as long as a loaded machine may need, and not the second of the default.
        expect: { poll: { timeout: 10_000 } },
      },
    })),
  },
});
