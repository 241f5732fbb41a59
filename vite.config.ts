import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Chunks that are too large to fetch before their route asks for them (design §8): kept out of the service worker's precache. */
const heavyChunks = ['**/*{vega,maplibre,deck,luma}*'];

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const entry = `${import.meta.dirname}/src/main.tsx`;
let frame: Set<string> | undefined;

/**
 * True for a module that the first page needs in any case: whatever main.tsx imports statically, however far. They make one chunk,
 * since a page that needs all of them gains nothing from several, and one compresses better.
 */
function isInFrame(id: string, modules: Modules): boolean {
  if (frame === undefined) {
    frame = new Set();
    const waiting = [entry];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (frame.has(next)) continue;
      frame.add(next);
      waiting.push(...(modules.getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return id !== entry && frame.has(id);
}

/** The console's build. One locale only: React Aria carries thirty, and a person reads one (budget in scripts/size-budget.ts). */
export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    react(),
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
        globPatterns: ['**/*.{js,css,html,svg}'],
        globIgnores: heavyChunks,
      },
    }),
  ],
  // React has had this hook itself since 18; the shim for older ones is a kilobyte of the login's budget.
  resolve: {
    alias: [
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
        codeSplitting: { groups: [{ debugName: 'frame', name: (id, modules) => (isInFrame(id, modules) ? 'frame' : null) }] },
      },
    },
  },
});
