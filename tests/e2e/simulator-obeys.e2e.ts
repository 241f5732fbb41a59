import { binsFor } from '#model/config/bins.ts';
import { type FamilyConfig, defaultConfig, withValue } from '#model/config/config.ts';
import type { Contact } from '#model/entities/contact.ts';
import { thorough } from '../support/thorough.ts';
import { expect, test } from './support/fixtures.ts';
import { SimulatedSystem, type Subject, idIn, obeysWithinMs } from './support/simulated-system.ts';

/** Settings saved on the page change within 5 s what simulated receivers hear (SIM-8, SIM-9). */

const thoroughTest = thorough(test);
const site = 'Midway Bend';
const otherSite = 'Rock Creek Bridge';
/** Range tests at Midway Bend beep about once a second on these frequencies, in MHz. */
const [low, high] = [150.075, 150.385];
/** A range test at Rock Creek Bridge, out of range of the others. */
const elsewhere = 149.725;
/** The beacon of Midway Bend sends its code every 30 s. */
const beacon = { frequency: 150.05, code: 502 };

const at =
  (frequency: number) =>
  ({ freq }: Contact): boolean =>
    freq === frequency;
const turnsIn = (contacts: readonly Contact[]): number =>
  contacts.filter(({ ant }, i) => i > 0 && ant !== contacts[i - 1]?.ant).length;
const meanPower = (contacts: readonly Contact[]): number => contacts.reduce((sum, { power }) => sum + power, 0) / contacts.length;

type Values = Readonly<Record<string, unknown>>;
const set = <Config extends FamilyConfig>(config: Config, values: Values): Config =>
  Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), config);
/** Returns an Orion that hears all beepers in its range, except for these values. */
const orion = (values: Values = {}) => ({
  orion: set(defaultConfig('orion'), { 'general.squelch': -135, 'channels.bands.0.baseFrequency': 149.5, ...values }),
});
/** Returns an Ares that hears a beeper of Midway Bend however faint, except for these values. */
const ares = (values: Values = {}) => ({
  ares: set(defaultConfig('ares'), {
    'general.squelch': -140,
    'channels.vfoFrequency': low,
    'decoder.decodeType': 7,
    ...values,
  }),
});

let study: SimulatedSystem;
/** A receiver at each site whose settings stay: it shows that there was something to hear. */
let witness: Subject;
let otherWitness: Subject;

test.beforeAll(async ({ operator, browser }) => {
  study = await SimulatedSystem.open(operator, browser);
  witness = await study.make(site, orion());
  otherWitness = await study.make(otherSite, orion());
  await study.untilHeard(witness, 0);
});
test.afterAll(() => study.close());

/** Makes a receiver at Midway Bend that hears nothing yet, and returns it with the time. */
async function makeSilent(config: ReturnType<typeof orion>): Promise<{ subject: Subject; made: number }> {
  const made = Date.now();
  return { subject: await study.make(site, config), made };
}

test('enabled: one that is switched off hears nothing, and again as before once it is on', async () => {
  const subject = await study.make(site, orion());
  await study.untilHeard(subject, 0);
  const off = await study.save(subject, 'Basic', (editor) => editor.getByRole('switch', { name: 'Enabled' }).uncheck());
  await study.expectEnds(subject, witness, off);
  const on = await study.save(subject, 'Basic', (editor) => editor.getByRole('switch', { name: 'Enabled' }).check());
  await study.expectBegins(subject, on);
});

test('bins: an Orion hears in those that are on, and no more in those that are off', async () => {
  const band = { enabled: 1, baseFrequency: 149.5 } as const;
  const subject = await study.make(site, orion({ 'channels.bands.0.frequencyBins': binsFor(band, [high]) }));
  await study.untilHeard(subject, 0, { count: 2, match: at(high) });
  expect(study.heardBy(subject, 0, at(low))).toEqual([]);
  const saved = await study.save(subject, 'Channels', async (editor) => {
    await editor.getByRole('button', { name: 'No bins' }).first().click();
    await editor.getByLabel('Frequency or range (MHz)').first().fill('150.050-150.100');
    await editor.getByLabel('Frequency or range (MHz)').first().press('Enter');
  });
  await study.expectBegins(subject, saved, at(low));
  await study.expectEnds(subject, witness, saved, at(high));
});

thoroughTest('scan table: an Ares hears at the frequencies that stand in it', async () => {
  const scan = { 'channels.operateMode': 1, 'channels.dwellTime': 1, 'channels.scanTable': [{ id: 1, content: high }] };
  const subject = await study.make(site, ares(scan));
  await study.untilHeard(subject, 0, { count: 2, match: at(high) });
  expect(study.heardBy(subject, 0, at(low))).toEqual([]);
  const saved = await study.save(subject, 'Channels', async (editor) => {
    const table = editor.getByRole('group', { name: 'Scan table' });
    await table.getByRole('button', { name: `Remove ${high.toFixed(3)}` }).click();
    await table.getByLabel('Add a frequency (MHz)').fill(String(low));
    await table.getByLabel('Add a frequency (MHz)').press('Enter');
  });
  await study.expectBegins(subject, saved, at(low));
  await study.expectEnds(subject, witness, saved, at(high));
});

thoroughTest('squelch: what is below it is not decoded', async () => {
  const { subject, made } = await makeSilent(orion({ 'general.squelch': -57 }));
  await study.expectSilent(subject, witness, made);
  const lowered = await study.save(subject, 'General', (editor) => editor.getByLabel('Squelch (dBm)').fill('-135'));
  await study.expectBegins(subject, lowered);
});

thoroughTest('gain: with less of it an Ares hears more faintly', async () => {
  const subject = await study.make(site, ares());
  const before = await study.untilHeard(subject, 0, { count: 4 });
  const saved = await study.save(subject, 'General', (editor) => editor.getByLabel('Gain').fill('4'));
  const after = await study.untilHeard(subject, saved + obeysWithinMs, { count: 4 });
  expect(meanPower(after)).toBeLessThan(meanPower(before) - 8);
});

thoroughTest('antennas: it hears by as many as it is set to', async () => {
  const subject = await study.make(site, orion({ 'general.antennaDwellTime': 1 }));
  const before = await study.untilHeard(subject, 0, { count: 5 });
  expect(before.every(({ ant }) => ant === 1)).toBe(true);
  const saved = await study.save(subject, 'General', (editor) => editor.getByLabel('Number of antennas').fill('2'));
  await study.expectBegins(subject, saved, ({ ant }) => ant === 2);
});

thoroughTest('dwell time: it stays that long with an antenna', async () => {
  const subject = await study.make(site, orion({ 'general.numberAntennas': 2, 'general.antennaDwellTime': 999 }));
  expect(turnsIn(await study.untilHeard(subject, 0, { count: 8 }))).toBeLessThanOrEqual(1);
  const saved = await study.save(subject, 'General', (editor) => editor.getByLabel('Antenna dwell time (s)').fill('1'));
  const within = ({ ts }: Contact): boolean => ts < saved + obeysWithinMs;
  await study.untilHeard(witness, saved + obeysWithinMs);
  expect(turnsIn(study.heardBy(subject, saved, within))).toBeGreaterThanOrEqual(2);
});

thoroughTest('decode type: set to coded tags it hears no beeper, set to beepers it does', async () => {
  const { subject, made } = await makeSilent(orion({ 'tags.decodeType': 8 }));
  const isBeeper = ({ type }: Contact): boolean => type === 7;
  await study.expectSilent(subject, witness, made, isBeeper);
  const saved = await study.save(subject, 'Tags', async (editor) => {
    await editor.getByRole('button', { name: /Decode type/ }).click();
    await study.page.getByRole('option', { name: 'Beeper' }).click();
  });
  await study.expectBegins(subject, saved, isBeeper);
});

thoroughTest('filter: an Ares leaves out these codes, or lets only these through', async () => {
  // The beacon is rarely heard: only a receiver that hears it proves that the other one does not.
  const isBeacon = ({ code }: Contact): boolean => code === beacon.code;
  const coded = { 'channels.vfoFrequency': beacon.frequency, 'decoder.decodeType': 8 };
  const filter = { 'filter.enabled': 1, 'filter.isExclude': 1, 'filter.codeTable': [{ id: 1, content: beacon.code }] };
  const [open, closed] = [await study.make(site, ares(coded)), await study.make(site, ares({ ...coded, ...filter }))];
  const closing = await study.save(open, 'Filter', async (editor) => {
    await editor.getByRole('switch', { name: 'Enabled' }).check();
    await editor.getByRole('switch', { name: 'Leave out these codes' }).check();
    await editor.getByLabel('Add a code').fill(String(beacon.code));
    await editor.getByLabel('Add a code').press('Enter');
  });
  const opening = await study.save(closed, 'Filter', (editor) =>
    editor.getByRole('switch', { name: 'Leave out these codes' }).uncheck(),
  );
  expect(study.heardBy(closed, 0, isBeacon), 'before it is let through').toEqual([]);
  await study.untilHeard(closed, opening + obeysWithinMs, { match: isBeacon });
  expect(
    study.heardBy(closed, opening + obeysWithinMs, (contact) => !isBeacon(contact)),
    'the codes of others',
  ).toEqual([]);
  expect(study.heardBy(open, closing + obeysWithinMs, isBeacon), 'after it is left out').toEqual([]);
});

test('moved by its coordinates: it hears who is there, and no more who is where it stood', async () => {
  const subject = await study.make(otherSite, orion());
  await study.untilHeard(subject, 0, { match: at(elsewhere) });
  await study.openList(subject.alias);
  await study.choose(subject.alias, 'Edit location');
  const dialog = study.page.getByRole('dialog', { name: `Edit location of ${subject.alias}` });
  const { latitude, longitude } = study.placeOf(site);
  await dialog.getByLabel('Latitude').fill(String(latitude));
  await dialog.getByLabel('Longitude').fill(String(longitude));
  const moved = await study.during('PATCH', new RegExp(`/receivers/${subject.id}/location$`), () =>
    dialog.getByRole('button', { name: 'Update' }).click(),
  );
  await study.expectBegins(subject, moved.at, ({ freq }) => freq === low || freq === high);
  await study.expectEnds(subject, otherWitness, moved.at, at(elsewhere));
});

thoroughTest('moved to another site: it hears who is there', async () => {
  const subject = await study.make(otherSite, orion());
  await study.untilHeard(subject, 0, { match: at(elsewhere) });
  await study.openList(subject.alias);
  await study.choose(subject.alias, 'Move to another site');
  const moved = await study.during('PATCH', new RegExp(`/receivers/${subject.id}/site$`), () =>
    study.page.getByRole('menuitem', { name: site, exact: true }).click(),
  );
  await study.expectBegins(subject, moved.at, ({ freq }) => freq === low || freq === high);
  await study.expectEnds(subject, otherWitness, moved.at, at(elsewhere));
});

/** Makes a receiver on the page, and returns it with the time (ms) at which the host had it. */
async function madeOnPage(path: RegExp, make: (alias: string) => Promise<() => Promise<void>>) {
  let at = 0;
  const subject = await study.untilSteady(async (alias) => {
    const made = await study.during('POST', path, await make(alias));
    at = made.at;
    return idIn(made.reply);
  });
  return { subject, at };
}

test('created on the page: it stands where its site is, and hears who beeps there', async () => {
  const { subject, at: made } = await madeOnPage(/\/receivers$/, async (alias) => {
    await study.openList(site);
    await study.choose(site, 'New receiver');
    const dialog = study.page.getByRole('dialog', { name: 'New Receiver' });
    await dialog.getByLabel('Name').fill(alias);
    return () => dialog.getByRole('button', { name: 'Create' }).click();
  });
  await study.expectBegins(subject, made, ({ freq }) => freq === low || freq === high);
  expect(study.heardBy(subject, 0, at(elsewhere))).toEqual([]);
});

thoroughTest('copied on the page: it hears what the one that it is a copy of hears, and nothing else', async () => {
  const band = { enabled: 1, baseFrequency: 149.5 } as const;
  const original = await study.make(site, orion({ 'channels.bands.0.frequencyBins': binsFor(band, [high]) }));
  const { subject, at: made } = await madeOnPage(/\/receivers\/copy$/, async () => {
    await study.openList(original.alias);
    await study.choose(original.alias, 'Copy');
    const dialog = study.page.getByRole('dialog', { name: `Copy ${original.alias}?` });
    return () => dialog.getByRole('button', { name: 'Copy' }).click();
  });
  await study.expectBegins(subject, made, at(high));
  await study.expectSilent(subject, witness, made, (contact) => !at(high)(contact));
});
