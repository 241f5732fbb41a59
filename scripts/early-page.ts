import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite';

const root = path.join(import.meta.dirname, '..');
/** The scripts that run before the console's code: the early requests first, then the early login. */
const scripts = { ahead: 'src/early/ahead-page.ts', early: 'src/early/early-page.ts' };
const drawing = path.join(root, 'src/early/draw-login.tsx');
/** What shows every system, whatever its screen. */
const session = ['src/composition/compose-session.ts', 'src/views/shell/dashboard-view.tsx'];
/** What a person needs next after the login: the frame of a system, and Home. */
const next = [
  ...session,
  'src/views/home/home-view.tsx',
  'src/views/shell/banners.tsx',
  'src/views/shell/undo-tools.tsx',
  'src/composition/compose-alarms.ts',
  'src/screens/home/home-map.ts',
  'src/screens/home/home-figures.ts',
];

/**
 * Returns the plugins for the views, in the console and for drawing the login. Only one locale: React Aria
 * has thirty, and a person reads one (budget in scripts/size-budget.ts).
 */
export const viewPlugins = (): PluginOption[] => [
  { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
  react(),
  stylesAgain(),
];

/**
 * Changes to Vite's helper for chunks: it forgets styles that failed to load. Nonces, which this product does
 * not use, and what all supported browsers can do are removed.
 */
const helped = [
  ['seen[href] = void 0;\n\t\tthrow err;', 'delete seen[href];\n\t\tthrow err;'],
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
  ['promise = allSettled(', 'promise = Promise.allSettled('],
  ['const cspNonceMeta = document.querySelector("meta[property=csp-nonce]");', ''],
  ['const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");', ''],
  ['if (cspNonce) link.setAttribute("nonce", cspNonce);', ''],
] as const;

/** The event by which the helper reports a failure to the page. */
const helperMark = 'vite:preloadError';

/**
 * Makes a part load its styles again if it is loaded again (ERR-17). Vite's helper requests each style sheet
 * once in the life of a page, so after a failure the part would be drawn without styles.
 */
function stylesAgain(): Plugin {
  let isHelped = false;
  return {
    name: 'styles-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        isHelped = true;
        return helped.reduce((before, [found, instead]) => {
          if (!before.includes(found)) throw new Error(`Vite’s preload helper has no ${found}: correct scripts/early-page.ts`);
          return before.replace(found, instead);
        }, code);
      },
    },
    generateBundle(_, bundle) {
      const helper = Object.values(bundle).find((file) => file.type === 'chunk' && file.code.includes(helperMark));
      if (helper && !isHelped) throw new Error('Vite’s preload helper has another name: correct scripts/early-page.ts');
    },
  };
}

type Login = { markup: string; dresses: Record<string, string> };

/**
 * Puts the drawn login into index.html, and the script that shows it and hands it over (SPEED-18). In
 * development only the script is added, which loads the font.
 */
export const earlyPage: Plugin[] = [
  {
    name: 'early-script',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/src/early/early-page.ts' }, injectTo: 'body' }],
  },
  drawnEarly(),
];

function drawnEarly(): Plugin {
  let login: Login;
  const names: Partial<Record<keyof typeof scripts, string>> = {};
  return {
    name: 'early-login',
    apply: 'build',
    async buildStart() {
      const [drawn, ...files] = await Promise.all([drawLogin(), buildScript('ahead'), buildScript('early')]);
      login = drawn;
      for (const file of files.flat()) {
        if (file.type === 'chunk') names[file.name as keyof typeof scripts] = file.fileName;
        this.emitFile({ type: 'asset', fileName: file.fileName, source: file.type === 'chunk' ? file.code : file.source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const filesFor = (modules: readonly string[]) =>
          [...new Set(modules.flatMap((module) => filesOf(bundle, path.join(root, module))))].map((file) => `/${file}`).join(' ');
        const page =
          `<div id="early" hidden data-next="${filesFor(next)}" ` +
          `data-dresses="${escape(JSON.stringify(login.dresses))}">${withoutStyles(login.markup)}</div>\n    `;
        const ahead = `<script src="/${names.ahead}" data-session="${filesFor(session)}"></script>`;
        const parts = {
          '<meta charset="utf-8" />': (first: string) => `${first}\n    ${ahead}`,
          '<div id="root"></div>': (place: string) => `${page}${place}\n    <script src="/${names.early}"></script>`,
        };
        return Object.entries(parts).reduce((before, [place, withPart]) => {
          if (!before.includes(place)) throw new Error(`index.html has no ${place}`);
          return before.replace(place, withPart);
        }, html);
      },
    },
  };
}

/** The security policy forbids styles in the markup, so the script sets them. */
function withoutStyles(markup: string): string {
  return markup.replaceAll(' style="', ' data-style="');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** Returns the files that a module's chunk always needs, without those of every page. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const closure = (chunk: Rolldown.OutputChunk | undefined, seen = new Set<string>()): Set<string> => {
    if (chunk === undefined || seen.has(chunk.fileName)) return seen;
    seen.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
    for (const name of chunk.imports) closure(bundle[name] as Rolldown.OutputChunk | undefined, seen);
    return seen;
  };
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (own === undefined) throw new Error(`The build has no chunk for ${module}; correct scripts/early-page.ts`);
  const first = closure(chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('index.html')));
  return [...closure(own)].filter((file) => !first.has(file));
}

async function drawLogin(): Promise<Login> {
  const output = await built({
    plugins: viewPlugins(),
    ssr: { noExternal: true },
    build: { ssr: drawing },
  });
  const chunk = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The login could not be drawn: nothing was built');
  const folder = await mkdtemp(path.join(tmpdir(), 'early-login-'));
  try {
    for (const file of output)
      if (file.type === 'chunk') await writeFile(path.join(folder, path.basename(file.fileName)), file.code);
    const module = (await import(pathToFileURL(path.join(folder, path.basename(chunk.fileName))).href)) as {
      drawLogin(): Login;
    };
    return module.drawLogin();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildScript(name: keyof typeof scripts): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  return built({
    build: {
      rolldownOptions: {
        input: { [name]: path.join(root, scripts[name]) },
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  });
}

async function built(config: InlineConfig): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ...config,
    build: { target: 'es2023', write: false, ...config.build },
  });
  return ('output' in output ? [output] : (output as Rolldown.RolldownOutput[])).flatMap((each) => each.output);
}
