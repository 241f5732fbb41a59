import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, type WebSocketRoute } from '@playwright/test';
import { csrfHeader } from '#model/contract/call.ts';
import { browserTimezone } from '../../tests/e2e/support/browser-timezone.ts';
import { buildConsoleWhenStale } from '../build-console.ts';
import { browserFlags, findTestBrowser } from '../find-browser.ts';
import { type AllScene, masks } from './all-scenes.ts';
import { removePictures } from './compare.ts';
import {
  type FrozenStage,
  openFrozenStage,
  personOf,
  type SceneRole,
  type SceneSize,
  schemes,
  type Scheme,
  sceneSizes,
} from './frozen-stage.ts';
import { frozenNow } from './frozen-now.ts';

/** A scene of a busy machine may take this long, in ms. */
const sceneMs = 30_000;

/** What of the scenes one context takes, one after the other. */
type Lane = { scheme: Scheme; size: SceneSize };
const allLanes = schemes.flatMap((scheme) => sceneSizes.map((size): Lane => ({ scheme, size })));

/**
 * Takes the scenes in both schemes and sizes, always at the same moment and of the same data, into a folder
 * whose pictures are removed before. Returns a line for each picture that could not be taken; what was to be
 * seen then is in the folder `failed`.
 */
export async function takeAll(scenes: readonly AllScene[], into: string): Promise<string[]> {
  for (const folder of [into, join(into, 'failed')]) {
    mkdirSync(folder, { recursive: true });
    removePictures(folder);
  }
  await buildConsoleWhenStale();
  const stage = await openFrozenStage();
  try {
    return await takeOn(stage, scenes, into);
  } finally {
    await stage.close();
  }
}

/** Takes them of a product that is there. */
async function takeOn(stage: FrozenStage, scenes: readonly AllScene[], into: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: browserFlags() });
  try {
    const failures = await Promise.all(allLanes.map((lane) => takeLane({ browser, stage, scenes, into }, lane)));
    return failures.flat();
  } finally {
    await browser.close();
  }
}

type Taking = { browser: Browser; stage: FrozenStage; scenes: readonly AllScene[]; into: string };

async function takeLane({ browser, stage, scenes, into }: Taking, lane: Lane): Promise<string[]> {
  const failures: string[] = [];
  const contexts = new Map<SceneRole | null, ReturnType<typeof openContext>>();
  for (const scene of scenes) {
    const { role = 'owner' } = scene;
    const opened = contexts.get(role) ?? openContext(browser, stage.url, role, lane);
    contexts.set(role, opened);
    const { context, begin } = await opened;
    await begin();
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const name = `${scene.name}-${lane.scheme}-${lane.size.name}.png`;
    try {
      await open(page, scene, stage, lane.size);
      writeFileSync(join(into, name), await stillPicture(page));
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`);
      await page.screenshot({ path: join(into, 'failed', name) }).catch(() => undefined);
    } finally {
      await page.close();
    }
  }
  for (const opened of contexts.values()) await (await opened).context.close();
  return failures;
}

const isCall = ({ pathname }: URL) => pathname.startsWith('/api/');
/** Calls that send a body and change nothing. */
const asksOnly = /\/(estimate|find)$/;

/**
 * A context of a person, and what brings it back to how it was at first. What would change the data is never
 * answered: no scene depends on those before it.
 */
async function openContext(browser: Browser, url: string, role: SceneRole | null, { scheme, size }: Lane) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size.viewport,
    timezoneId: browserTimezone,
    locale: 'en-US',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.clock.setFixedTime(frozenNow);
  await context.routeWebSocket(/./, keepBeating);
  await context.route(isCall, (route) => {
    const request = route.request();
    return request.method() === 'GET' || asksOnly.test(request.url()) ? route.fallback() : undefined;
  });
  const localStorage = [{ name: 'darkMode', value: String(scheme === 'dark') }];
  if (role !== null) {
    await logIn(context, personOf(role, scheme, size));
    localStorage.push({ name: 'hasAuthenticated', value: 'true' });
  }
  const { cookies } = await context.storageState();
  const begin = () => context.setStorageState({ cookies, origins: [{ origin: url, localStorage }] });
  return { context, begin };
}

/** A host whose clock stands still says only once that it is there: this says it for it again. */
function keepBeating(line: WebSocketRoute): void {
  const host = line.connectToServer();
  let beat: string | undefined;
  const timer = setInterval(() => void (beat === undefined || line.send(beat)), 1_500);
  host.onMessage((message) => {
    if (typeof message === 'string' && message.includes('"heartbeat"')) beat = message;
    line.send(message);
  });
  const end = (close: (options: { code?: number; reason?: string }) => Promise<void>) => (code?: number, reason?: string) => {
    clearInterval(timer);
    void close({ code, reason });
  };
  line.onClose(end((options) => host.close(options)));
  host.onClose(end((options) => line.close(options)));
}

async function logIn({ request }: BrowserContext, data: ReturnType<typeof personOf>): Promise<void> {
  const { csrfToken } = (await (await request.get('/api/public/csrf-token')).json()) as { csrfToken: string };
  const reply = await request.post('/api/public/login', { data, headers: { [csrfHeader]: csrfToken } });
  if (!reply.ok()) throw new Error(`${data.username} could not log in: ${reply.status()} ${await reply.text()}`);
}

async function open(page: Page, scene: AllScene, stage: FrozenStage, size: SceneSize): Promise<void> {
  const path = scene.path.replaceAll(/\{([^}]+)\}/g, (_, alias: string) => String(stage.receivers.get(alias)));
  await page.goto(path.startsWith('/') ? path : `/dashboard/demo/${path}`);
  if (scene.steps !== undefined) await quiet(page);
  for (const step of scene.steps ?? []) await step(page, size);
  for (const wanted of scene.until) await wanted(page).waitFor({ timeout: sceneMs });
}

/** Resolves when nothing is fetched any more, but for calls that are never answered. */
async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
}

/** Returns a picture once fonts are there, nothing is loaded any more, and the page looks the same twice. */
async function stillPicture(page: Page): Promise<Buffer> {
  await quiet(page);
  // Until text is drawn no font is loading, and all that are wanted would be there.
  await page.evaluate(async () => {
    await document.fonts.load(`16px ${getComputedStyle(document.body).fontFamily}`).catch(() => undefined);
    await document.fonts.ready;
  });
  await page.mouse.move(0, 0);
  const waiting = page.locator('[role=progressbar], [role=status][aria-label^=Loading]');
  const mask = Object.keys(masks).map((selector) => page.locator(selector));
  const deadline = performance.now() + sceneMs;
  for (let before: Buffer = Buffer.alloc(0); performance.now() < deadline;) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', mask });
    if (before.equals(picture) && (await waiting.count()) === 0) return picture;
    before = picture;
    await page.waitForTimeout(200);
  }
  throw new Error('The page does not come to rest');
}
