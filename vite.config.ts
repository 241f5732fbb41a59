import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './scripts/chunks.ts';
import { compiledCharts } from './scripts/compiled-charts.ts';
import { earlyPage, viewPlugins } from './scripts/early-page.ts';

/**
 * Chunks that are too large to fetch before their route asks for them (SPEED-3): kept out of the service
 * worker's precache. scripts/size-budget.ts complains of one that is missing here.
 */
const heavyChunks = ['**/*{vega,maplibre,deck,luma,webgl,webgpu,get-attribute,array-utils}*'];

const source = `${import.meta.dirname}/src`;

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
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
});
