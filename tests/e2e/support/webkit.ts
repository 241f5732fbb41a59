import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { freePort } from '../../../scripts/free-port.ts';
import { type Engine, namedKeys, seek, type Sought } from './engine.ts';

/** The key of an element's id over WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const element = v.object({ [elementKey]: v.string() });
const begun = v.object({ sessionId: v.string() });

/**
 * Starts WebKitGTK's own small browser on an invisible display, over WebDriver. It needs no library, only a
 * dozen calls over http.
 */
export async function startWebKit(programs: { Xvfb: string; WebKitWebDriver: string }): Promise<Engine> {
  const display = spawn(programs.Xvfb, ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const env = { ...process.env, DISPLAY: `:${await firstLine(display)}` };
  const port = await freePort();
  const driver = spawn(programs.WebKitWebDriver, [`--port=${port}`], { env, stdio: 'ignore' });
  const end = async (): Promise<void> => {
    for (const child of [driver, display]) {
      const ended = once(child, 'exit');
      if (child.kill()) await ended;
    }
  };
  try {
    const session = await Session.begin(`http://127.0.0.1:${port}`);
    const close = async (): Promise<void> => {
      await session.end();
      await end();
    };
    return { ...engineOf(session), close };
  } catch (error) {
    await end();
    throw error;
  }
}

function engineOf(session: Session): Omit<Engine, 'close'> {
  const typed = async (keys: readonly string[]): Promise<void> => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await session.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const find = (sought: Sought): Promise<unknown> => session.run(`return (${String(seek)})(arguments[0])`, sought);
  return {
    open: (url) => openWatched(session, url),
    isShown: async (sought) => (await find(sought)) !== null,
    async click(sought) {
      const { [elementKey]: id } = v.parse(element, await find(sought));
      await session.call('POST', `/element/${id}/click`, {});
    },
    type: (text) => typed(text.split('')),
    press: (key) => typed([namedKeys[key]]),
    problems: async () => v.parse(v.array(v.string()), await session.run('return globalThis.problems')),
  };
}

/**
 * Opens an address in a window that records problems from the page's first line on. The driver has neither a
 * log nor scripts that run before a page's own; but a new page keeps the window of the empty page before it,
 * with its listeners, if both have the same origin.
 */
async function openWatched(session: Session, url: string): Promise<void> {
  const first = await session.call('GET', '/window');
  await session.call('POST', '/url', { url: new URL('/robots.txt', url).href });
  const opener = await session.run(`return (${String(addOpener)})(arguments[0])`, url);
  await session.call('POST', `/element/${v.parse(element, opener)[elementKey]}/click`, {});
  const handles = v.parse(v.array(v.string()), await session.call('GET', '/window/handles'));
  await session.call('POST', '/window', { handle: handles.find((handle) => handle !== first) });
  await expect.poll(() => session.run('return [location.href, document.readyState]')).toEqual([url, 'complete']);
}

/** Runs in the page: only a person's press may open a window. */
function addOpener(url: string): Element {
  const button = document.createElement('button');
  button.textContent = 'Open';
  button.addEventListener('click', () => {
    const opened = open(url, '', 'width=1280,height=800') as (Window & typeof globalThis) | null;
    if (opened === null) return;
    const problems: string[] = [];
    Object.assign(opened, { problems });
    opened.console.error = (...said: unknown[]) => void problems.push(said.join(' '));
    opened.addEventListener('error', ({ message }) => void problems.push(message));
    opened.addEventListener('unhandledrejection', ({ reason }) => void problems.push(String(reason)));
    opened.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      problems.push(`CSP: ${violatedDirective} ${blockedURI}`);
    });
  });
  document.body.append(button);
  return button;
}

/** A browser's session with its driver. */
class Session {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async begin(driverUrl: string): Promise<Session> {
    const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted();
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    await expect.poll(() => isReady(driverUrl), { message: 'the driver is up' }).toBe(true);
    const { sessionId } = v.parse(
      begun,
      await called('POST', `${driverUrl}/session`, { capabilities: { alwaysMatch: options } }),
    );
    return new Session(`${driverUrl}/session/${sessionId}`);
  }

  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    return called(method, this.#url + path, body);
  }

  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.call('POST', '/execute/sync', { script, args });
  }

  async end(): Promise<void> {
    await called('DELETE', this.#url);
  }
}

/** Calls the driver; rejects with the error it reports. */
async function called(method: string, url: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: unknown };
  if (!reply.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}

function isReady(driverUrl: string): Promise<boolean> {
  return fetch(`${driverUrl}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function firstLine(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error(`${child.spawnfile} ended before it said anything`);
}
