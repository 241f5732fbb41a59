import { programsOf } from '../support/debian-package.ts';
import type { Engine, Sought } from './support/engine.ts';
import type { Field } from './support/field.ts';
import { startFirefox } from './support/firefox.ts';
import { expect, productUrl, test as plain } from './support/fixtures.ts';
import { startWebKit } from './support/webkit.ts';

/**
 * Browsers with other engines, from the system's packages: a person logs in, sees contacts, renames a
 * receiver and opens a dialog, without an error and without a policy violation.
 */

// These browsers check for problems themselves and need no page of Chromium.
const test = plain.extend({ watched: async ({}, use) => use() });

// The browsers may have to be installed first.

test('in Firefox [needs firefox-esr]', async ({ field }) => {
  const programs = await programsOf(['firefox-esr'], 'firefox-esr');
  test.skip(programs === undefined, 'there is no firefox-esr');
  await visit(await startFirefox(programs!['firefox-esr']), field);
});

test('in WebKit [needs webkit2gtk-driver]', async ({ field }) => {
  const programs = await programsOf(['webkit2gtk-driver', 'xvfb'], 'WebKitWebDriver', 'Xvfb');
  test.skip(programs === undefined, 'there is no WebKitWebDriver, or no Xvfb');
  await visit(await startWebKit(programs!), field);
});

async function visit(engine: Engine, field: Field): Promise<void> {
  try {
    await comeIn(engine, field);
    await listen(engine, field);
    await filter(engine, field);
    await rename(engine, field);
    await openDialog(engine, field);
    expect(await engine.problems(), 'the console has no error').toEqual([]);
  } finally {
    await engine.close();
  }
}

async function comeIn(engine: Engine, { person, mitasId }: Field): Promise<void> {
  await test.step('login and Home', async () => {
    await engine.open(`${productUrl()}/login`);
    await press(engine, { css: 'input[name=username]' });
    await engine.type(person.username);
    await press(engine, { css: 'input[name=password]' });
    await engine.type(person.password);
    await engine.press('Enter');
    await shown(engine, { css: 'h1', name: 'Home' });
    await shown(engine, { css: `a[href^='/dashboard/${mitasId}/']` });
  });
}

async function listen(engine: Engine, field: Field): Promise<void> {
  await test.step('live stream', async () => {
    await press(engine, { css: 'nav button', name: 'Receivers' });
    await press(engine, { css: `nav a[href='/dashboard/${field.mitasId}/receivers/stream']` });
    await shown(engine, { css: 'main *', name: 'Streaming' });
    await field.hear({ receiver: 'Crest' });
    await shown(engine, { css: 'main canvas' });
    await shown(engine, { css: 'main table tbody td', name: 'Crest' });
  });
}

async function filter(engine: Engine, field: Field): Promise<void> {
  await test.step('filters that go on below the fold (LIVE-32)', async () => {
    await field.hear(...Array.from({ length: 60 }, (_, code) => ({ receiver: 'Crest', code, freq: 148 + code / 100 })));
    await shown(engine, { css: 'main table tbody td', name: '148.590' });
    await press(engine, { css: 'main button', name: 'Filter' });
    await shown(engine, { css: '[role=dialog] [aria-hidden] span', name: 'More below' });
    await engine.press('Escape');
    await gone(engine, { css: '[role=dialog]' });
  });
}

async function rename(engine: Engine, { mitasId }: Field): Promise<void> {
  await test.step('an edit', async () => {
    await press(engine, { css: `nav a[href='/dashboard/${mitasId}/receivers']` });
    await press(engine, { css: 'button', name: 'Actions of Crest' });
    await press(engine, { css: '[role=menuitem]', name: 'Rename' });
    await shown(engine, { css: '[role=dialog] input:focus' });
    await engine.press('End');
    await engine.type(' east');
    await engine.press('Enter');
    await shown(engine, { css: '[role=grid] a', name: 'Crest east' });
    await gone(engine, { css: '[role=dialog]' });
  });
}

async function openDialog(engine: Engine, { name }: Field): Promise<void> {
  await test.step('a dialog', async () => {
    await press(engine, { css: 'header button', name });
    await shown(engine, { css: '[role=dialog] h2', name: 'Connect to:' });
    await engine.press('Escape');
    await gone(engine, { css: '[role=dialog]' });
  });
}

async function press(engine: Engine, sought: Sought): Promise<void> {
  await shown(engine, sought);
  await engine.click(sought);
}

async function shown(engine: Engine, sought: Sought): Promise<void> {
  await expect.poll(() => engine.isShown(sought), `${sought.css} ${sought.name ?? ''} is shown`).toBe(true);
}

async function gone(engine: Engine, sought: Sought): Promise<void> {
  await expect.poll(() => engine.isShown(sought), `${sought.css} ${sought.name ?? ''} is gone`).toBe(false);
}
