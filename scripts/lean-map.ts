import { readFileSync } from 'node:fs';
import { type Plugin, transformWithOxc } from 'vite';

const packages = `${import.meta.dirname}/../node_modules`.replace('/scripts/..', '');
const library = `${packages}/maplibre-gl/src`;
const workerUrl = '\0map-worker-url';
const noWebGpu = '\0no-webgpu';
/** What reads how a shader for WebGPU is to be called. */
const shaderReaders = ['interface-scan', 'binding-debug'];
const ofWebGpu = ['gpgpu', 'shader texts', ...shaderReaders];

/** The module that the map's worker runs. */
export const mapWorker = `${library}/source/worker.ts`;

/**
 * What the map loads, without what it loads twice or never runs (SPEED-3). In a build only: what is
 * developed on is the libraries as they come.
 */
export const leanMap: Plugin[] = [mapFromSource(), mapWithoutWebGpu()];

function mapFromSource(): Plugin {
  return {
    // Its own bundles hold what page and worker share twice: a fifth of all that a map loads.
    name: 'map-from-source',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'maplibre-gl') return `${library}/index.ts`;
      return id === 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url' ? workerUrl : null;
    },
    load(id) {
      if (id === workerUrl) {
        const chunk = this.emitFile({ type: 'chunk', id: mapWorker, name: 'maplibre-worker' });
        return `export default import.meta.ROLLUP_FILE_URL_${chunk}`;
      }
      if (id !== `${packages}/maplibre-gl/package.json`) return null;
      const { version } = JSON.parse(readFileSync(id, 'utf8')) as { version: string };
      return JSON.stringify({ version });
    },
    transform(code, id) {
      if (!id.startsWith(library) || !id.endsWith('.ts')) return null;
      // A field that is only declared is none there: it would undo what its parent's constructor set.
      return transformWithOxc(code, id, {
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      });
    },
  };
}

function mapWithoutWebGpu(): Plugin {
  const found = new Set<string>();
  return {
    // deck.gl draws by WebGL here, and brings for WebGPU a calculator, each shader a second time, and readers
    // of these.
    name: 'map-without-webgpu',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (!/^@luma\.gl\/gpgpu(\/webgpu)?$/.test(id)) return null;
      found.add('gpgpu');
      return noWebGpu;
    },
    load(id) {
      if (id === noWebGpu)
        return 'export const backendRegistry = null, cleanEvaluateSync = null, GPUDataEvaluator = null, interleave = null;';
      const reader = shaderReaders.find((name) => id.endsWith(`/shader-assembly/wgsl-${name}.js`));
      if (reader === undefined) return null;
      found.add(reader);
      return 'export const scanWGSLInterface = null, getShaderBindingDebugRowsFromWGSL = null;';
    },
    transform(code, id) {
      if (!/\/@(deck|luma)\.gl\//.test(id) || !code.includes(shaderMark)) return null;
      found.add('shader texts');
      let rest = code;
      for (const { start, end } of shaderTexts(this.parse(code), code).toReversed()) {
        rest = `${rest.slice(0, start)}''${rest.slice(end)}`;
      }
      return { code: rest, map: null };
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      if (!chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/@luma.gl/')))) return;
      const missing = ofWebGpu.filter((what) => !found.has(what));
      if (missing.length > 0)
        throw new Error(`deck.gl has another name for what is left out (${missing.join(', ')}): correct scripts/lean-map.ts`);
    },
  };
}

const shaderMark = '/* wgsl */';

type Span = { start: number; end: number };

/** The template literals of shaders for WebGPU, in their order: editors know them by the mark. */
function shaderTexts(node: unknown, code: string): Span[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, start, end } = node as Span & { type?: string };
  if (type === 'TemplateLiteral' && code.slice(0, start).trimEnd().endsWith(shaderMark)) return [{ start, end }];
  return Object.values(node).flatMap((child) => shaderTexts(child, code));
}
