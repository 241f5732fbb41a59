import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compiledCharts } from './scripts/compiled-charts.ts';
import { earlyPage, viewPlugins } from './scripts/early-page.ts';

/**
 * Chunks that are too large to fetch before their route asks for them (SPEED-3): kept out of the service
 * worker's precache. scripts/size-budget.ts complains of one that is missing here.
 */
const heavyChunks = ['**/*{vega,maplibre,deck,luma,webgl,webgpu,get-attribute,array-utils}*'];

/** Those whose entries belong to them, too. */
const whole = ['screens', 'forms'];

/** What Home alone is drawn with stays with Home: no other screen waits for it. */
const ofHome = /\/src\/views\/home\//;

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const source = `${import.meta.dirname}/src`;

/**
 * The chunks that are put together by hand, each from what its entries import statically, however far; an
 * earlier one takes what both need.
 */
const gathered = {
  /** What the first page needs in any case. */
  frame: [`${source}/main.tsx`],
  /**
   * What stands in the place of a system: it must not wait for all that a system needs, which may be what
   * could not be loaded. Its entries belong to it, as the shell, which needs them too, would take them.
   */
  screens: ['screens', 'page-title', 'select-system-view'].map((name) => `${source}/views/shell/${name}.tsx`),
  /** The login's other forms and what they are sent with: each is small, and its name would stand in the login's list. */
  forms: [
    `${source}/composition/compose-forms.ts`,
    `${source}/views/login/sign-up-form.tsx`,
    `${source}/views/login/reset-form.tsx`,
  ],
  /** What everybody who has logged in needs: the session, and what is drawn around every screen. */
  session: [`${source}/composition/compose-session.ts`],
  shell: [`${source}/views/shell/dashboard-view.tsx`],
  /** What Home is drawn with, and most other screens too. */
  parts: [`${source}/views/home/home-view.tsx`],
  /** How changes are told: each of its parts is small, and its name would stand in the session's list. */
  words: [`${source}/model/activity/activity-csv.ts`],
};

/**
 * A group of modules that make one chunk: who needs one of them needs all, so several chunks would gain
 * nothing, and one compresses better and is one name in the list of chunks that the first page carries.
 */
function gather(
  name: string,
  entries: readonly string[],
): { debugName: string; name: (id: string, modules: Modules) => string | null } {
  let members: Set<string> | undefined;
  return {
    debugName: name,
    name: (id, modules) => {
      members ??= importedBy(entries, modules);
      return members.has(id) && (whole.includes(name) || !entries.includes(id)) && !ofHome.test(id) ? name : null;
    },
  };
}

function importedBy(entries: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const known = modules.getModuleInfo(next);
    if (known === null && entries.includes(next))
      throw new Error(`vite.config.ts gathers ${next}, which is no module of the build`);
    waiting.push(...(known?.importedIds ?? []));
  }
  return found;
}

/** The console's build. */
export default defineConfig({
  plugins: [
    compiledCharts,
    ...viewPlugins(),
    ...earlyPage,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/services/service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'Telemetry console',
        short_name: 'Telemetry',
        description: 'The console of a wildlife radio-telemetry network',
        start_url: '/',
        display: 'standalone',
        theme_color: '#1b7f4b',
        background_color: '#f6f7f6',
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg}', 'assets/source-sans-3-latin-wght-normal-*.woff2'],
        globIgnores: heavyChunks,
      },
    }),
  ],
  resolve: {
    alias: [
      // deck.gl brings 19 KiB to compute by WebGPU with, and draws by WebGL here.
      { find: /^@luma\.gl\/gpgpu(\/webgpu)?$/, replacement: `${source}/views/map/no-webgpu.ts` },
      // Charts are compiled already (scripts/compiled-charts.ts), and vega-embed brings the compiler.
      { find: /^vega-lite$/, replacement: `${source}/views/charts/no-vega-lite.ts` },
      // React has had this hook itself since 18; the shim for older ones is a kilobyte of the login's budget.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: Object.entries(gathered).map(([name, entries]) => gather(name, entries)) },
      },
    },
  },
});
