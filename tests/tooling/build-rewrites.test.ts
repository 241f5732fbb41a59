import { build, type PluginOption } from 'vite';
import { describe, expect, it } from 'vitest';
import { viewPlugins } from '../../scripts/early-page.ts';

/** Builds a console from these modules alone; the first is the entry. */
async function built(modules: Record<string, string>, plugins: PluginOption[]): Promise<unknown> {
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      ...plugins,
      {
        name: 'modules',
        resolveId: (id) => (id in modules ? id : null),
        load: (id) => modules[id] ?? null,
      },
    ],
    build: { write: false, rolldownOptions: { input: Object.keys(modules)[0] ?? '' } },
  });
}

/** SPEED-3, ERR-17: the build fails if it does not find the third-party code that it has to change. */
describe('a build that finds nothing to change fails', () => {
  it("of Vite's helper for chunks, which is there under another name", async () => {
    const helper = { '/entry.js': "export const event = 'vite:preloadError'; window.event = event;" };
    await expect(built(helper, viewPlugins())).rejects.toThrow('correct scripts/early-page.ts');
  });

  it('and not where there are no chunks', async () => {
    await expect(built({ '/entry.js': 'window.name = "";' }, viewPlugins())).resolves.toBeDefined();
  });

  it("and not where Vite's helper is changed", async () => {
    const modules = { '/entry.js': "import('/part.js');", '/part.js': 'window.name = "";' };
    await expect(built(modules, viewPlugins())).resolves.toBeDefined();
  });
});
