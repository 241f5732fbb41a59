import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { diskRoom } from '../../../../host/domain/files/disk-room.ts';
import { fileFolder, sweepFiles, watchLeftOvers } from '../../../../host/domain/files/file-folder.ts';
import { announceFiles } from '../../../../host/domain/files/make-file.ts';
import { filesOf } from '../../../../host/domain/files/ftps-files.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { dumpLimitBytes, noteFile } from '../../../../host/platform/store/files/data-files.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { fileStage, type FileStage } from '../../../support/file-stage.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

/** How a data file is made (FILE-6, FILE-7, FILE-9). */

const day = Date.UTC(2026, 4, 3);
const dayMs = 86_400_000;
const span = { from: day, to: day + dayMs };

describe.each(triedEngines)('making a data file, on %s', (engine) => {
  let database: Database;
  let stage: FileStage;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    stage = await fileStage(database);
    const ids = await stage.addSystem('river', ['A', 'B'], 'UTC');
    const contacts = Array.from({ length: 6_000 }, (_, at) =>
      sampleContact({ rxId: ids[at % 2] ?? 0, code: at % 50, ts: day + at }),
    );
    await insertContacts(database.pool, 'river', contacts);
  });
  afterAll(async () => {
    await stage.close();
    await database.close();
  });

  const children: TalkingChild[] = [];
  afterEach(async () => {
    for (const { process: child } of children) child.kill('SIGKILL');
    await Promise.all(children.splice(0).map(({ ended }) => ended));
  });

  const lying = (systemId = 'river') => {
    const folder = path.join(stage.root, systemId);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  test('is never seen half done: it gets its name when it is on the disk, with the row (FILE-6)', async () => {
    const { id } = await stage.ask('river', span);
    const seen: { shown: number; parts: boolean; completed: unknown }[] = [];
    const served = filesOf(database, fileFolder(stage.root));
    const looking: Promise<void>[] = [];
    // Reads what is served before the row: the row of a served file must be ready by then.
    const look = async () => {
      const shown = (await served('river')).length;
      const parts = lying().every((name) => name.endsWith('.part'));
      seen.push({ shown, parts, completed: (await stage.find('river', id))?.completed });
    };
    const looks = { progress: () => void looking.push(look()), hold: look };
    await stage.try('river', id, looks);
    await Promise.all(looking);
    expect(seen.length).toBeGreaterThan(1);
    const unseen = { shown: 0, parts: true, completed: null };
    expect(seen, 'in the transaction that says so nothing is seen yet').toContainEqual(unseen);
    expect(seen.filter(({ shown, completed }) => shown > 0 && completed !== 1)).toEqual([]);
    const file = await stage.find('river', id);
    const [name = ''] = lying();
    expect(lying()).toEqual([path.basename(file?.place ?? '')]);
    const bytes = readFileSync(path.join(stage.root, 'river', name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toMatchObject({ completed: 1, rows: 6_000, bytes: bytes.length, sha256, error: null });
    expect(await served('river')).toMatchObject([{ name: `${file?.name}.gz`, size: bytes.length }]);
  });

  test('a try that is cancelled, or whose host stops, leaves nothing; the next begins again (FILE-6)', async () => {
    const before = lying();
    const { id, place } = await stage.ask('river', span);
    const stop = new AbortController();
    const stopped = stage.try('river', id, { signal: stop.signal, progress: () => stop.abort(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
    expect(lying(), 'nothing is left').toEqual(before);
    expect((await stage.find('river', id))?.completed, 'it is still to be made').toBeNull();
    // A part that a killed host left.
    writeFileSync(path.join(stage.root, `${place}.0123abcd.part`), 'half of it');
    await stage.try('river', id, { number: 2 });
    expect(lying()).toHaveLength(before.length + 1);
    const text = gunzipSync(readFileSync(path.join(stage.root, place))).toString();
    expect(text.split('\r\n')).toHaveLength(6_002);
  });

  test('of a try that lost its job nothing is kept (FILE-6)', async () => {
    const before = lying();
    const { id } = await stage.ask('river', span);
    const lost = stage.try('river', id, { hold: () => Promise.reject(new Error('it went on elsewhere')) });
    await expect(lost).rejects.toThrow('it went on elsewhere');
    expect(lying()).toEqual(before);
    expect((await stage.find('river', id))?.completed).toBeNull();
  });

  test('one that was deleted is not made', async () => {
    const before = lying();
    const { id } = await stage.ask('river', span);
    const deleted = stage.try('river', id, { hold: () => noteFile(database, id, { deleted_at: new Date(), completed: 0 }) });
    await expect(deleted).rejects.toThrow('deleted while it was being made');
    expect(lying()).toEqual(before);
    await stage.try('river', id);
    expect(lying()).toEqual(before);
  });

  test('what is removed in the middle of being made is not there after it, whichever of both ends first (FILE-6)', async () => {
    const folder = fileFolder(stage.root);
    const before = lying();
    const forget = (id: number) => noteFile(database, id, { deleted_at: new Date(), completed: 0 });
    for (const when of ['progress', 'hold'] as const) {
      const { id, place } = await stage.ask('river', span);
      const removing: Promise<void>[] = [];
      const remove = async () => {
        await forget(id);
        await folder.remove(place);
      };
      const made = stage.try('river', id, { [when]: () => void removing.push(remove()) });
      await made.catch(() => undefined);
      await Promise.all(removing);
      expect(removing.length).toBeGreaterThan(0);
      expect([when, lying()]).toEqual([when, before]);
    }
    const { id, place } = await stage.make('river', span);
    await forget(id);
    await folder.remove(place);
    expect(lying()).toEqual(before);
  });

  test('a disk that cannot be written to fails it at once, and says so (FILE-4, FILE-6)', async () => {
    const root = path.join(stage.root, 'no-folder');
    writeFileSync(root, 'a file');
    const { id } = await stage.ask('river', span);
    const text = 'The host cannot write to its folder for data files. Its operator must check FILES_DIR.';
    await expect(stage.try('river', id, {}, fileFolder(root))).rejects.toThrow(text);
    expect(await stage.find('river', id)).toMatchObject({ completed: 0, error: text });
  });

  test('one that finds no room fails at once, and its disk is full until there is room for it (FILE-6, CALL-16)', async () => {
    let free = 1_000;
    const room = diskRoom(stage.root, { look: () => Promise.resolve({ used: 0, free }) });
    const folder = fileFolder(stage.root, room);
    const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    const { id } = await stage.ask('river', span);
    const failed = stage.try('river', id, { hold: () => Promise.reject(noRoom) }, folder);
    await expect(failed).rejects.toThrow("The host's disk is full");
    expect(await stage.find('river', id)).toMatchObject({ completed: 0 });
    expect(await room.hasRoom()).toBe(false);
    free = 10_000_000;
    expect(await room.hasRoom()).toBe(true);
    room.noteFull(20_000_000, 'disk');
    expect(await room.hasRoom()).toBe(false);
    const { id: next } = await stage.ask('river', span);
    await stage.try('river', next, {}, folder);
    expect(await room.hasRoom(), 'another one was written').toBe(true);
  });

  test('an unknown failure fails it with its last try, not before', async () => {
    const { id } = await stage.ask('river', span);
    const hold = () => Promise.reject(new Error('a secret'));
    await expect(stage.try('river', id, { hold, number: 3 })).rejects.toThrow('a secret');
    expect((await stage.find('river', id))?.completed).toBeNull();
    await expect(stage.try('river', id, { hold, number: 4 })).rejects.toThrow('a secret');
    const error = 'Something went wrong on the host. See its log.';
    expect(await stage.find('river', id)).toMatchObject({ completed: 0, error });
  });

  test('one that becomes larger than was reserved takes more, as far as there is room (FILE-7)', async () => {
    const [rxId = 0] = await stage.addSystem('full', ['C'], 'UTC');
    const contactAt = (at: number) => sampleContact({ rxId, code: (at * 7919) % 9_973, ts: day + at * 977 });
    const contacts = Array.from({ length: 500 }, (_, at) => contactAt(at));
    await insertContacts(database.pool, 'full', contacts);
    const { id: other } = await stage.ask('full', span);
    await noteFile(database, other, { completed: 1, rows: 1, bytes: dumpLimitBytes - 500, sha256: '00' });
    const { id } = await stage.ask('full', span);
    await noteFile(database, id, { reserved_bytes: 100 });
    await expect(stage.try('full', id)).rejects.toThrow('grew larger than expected');
    expect(await stage.find('full', id)).toMatchObject({ completed: 0 });
    expect(lying('full')).toEqual([]);
    const { id: next } = await stage.ask('full', span);
    await noteFile(database, next, { reserved_bytes: 100 });
    await noteFile(database, other, { bytes: 1_000 });
    await stage.try('full', next);
    expect(await stage.find('full', next)).toMatchObject({ completed: 1, rows: 500 });
  });

  test('what belongs to no file is swept away, by every host on its own disk; nothing else is (FILE-9)', async () => {
    const folder = path.join(stage.root, 'swept');
    await stage.addSystem('swept', ['D'], 'UTC');
    const made = await stage.make('swept', span);
    const { place } = await stage.ask('swept', span);
    const kept = [path.basename(made.place), `${path.basename(place)}.00000001.part`, 'notes.txt', 'other.gz'];
    const left = [`${'0'.repeat(32)}.gz`, `${'0'.repeat(32)}.gz.00000001.part`, `${path.basename(made.place)}.00000001.part`];
    mkdirSync(folder, { recursive: true });
    for (const name of [...kept.slice(1), ...left]) writeFileSync(path.join(folder, name), 'x');
    const { sights, now } = { sights: new Map<string, number>(), now: Date.now() };
    expect(await sweepFiles(database, stage.root, { sights, now }), 'parts').toBe(2);
    expect(await sweepFiles(database, stage.root, { sights, now: now + 23 * 3_600_000 }), 'younger than a day').toBe(0);
    expect(await sweepFiles(database, stage.root, { now: now + 25 * 3_600_000 }), 'seen for the first time').toBe(0);
    expect(await sweepFiles(database, stage.root, { sights, systemId: 'river', now: now + 25 * 3_600_000 }), 'elsewhere').toBe(0);
    expect(await sweepFiles(database, stage.root, { sights, now: now + 25 * 3_600_000 })).toBe(1);
    expect(lying('swept').toSorted()).toEqual(kept.toSorted());

    const bus = createLocalBus();
    const watch = watchLeftOvers({ database, bus, root: stage.root, log: pino({ level: 'silent' }) });
    await noteFile(database, made.id, { deleted_at: new Date() });
    announceFiles(bus, 'swept');
    await expect.poll(() => lying('swept').toSorted()).toEqual(kept.slice(1).toSorted());
    await watch.close();
  });

  test('one whose size is another than was noted is removed after a day (FILE-9)', async () => {
    await stage.addSystem('short', ['D'], 'UTC');
    const made = await stage.make('short', span);
    writeFileSync(made.path, 'cut');
    const { sights, now } = { sights: new Map<string, number>(), now: Date.now() };
    expect(await sweepFiles(database, stage.root, { sights, systemId: 'short' })).toBe(0);
    expect(await sweepFiles(database, stage.root, { sights, systemId: 'short', now: now + 25 * 3_600_000 })).toBe(1);
    expect(lying('short')).toEqual([]);
  });

  test('a host on another database, or an older one, removes nothing and says what to do (FILE-9)', async () => {
    const other = await withTestDatabase(engine);
    const root = path.join(stage.root, 'of another');
    const part = path.join(root, 'river', `${'1'.repeat(32)}.gz.00000001.part`);
    const place = () => {
      mkdirSync(path.dirname(part), { recursive: true });
      writeFileSync(part, 'x');
    };
    const bus = createLocalBus();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const warnings = () => lines.filter((line) => line.includes('belong to another database'));
    const watched = async (on: Database, look: () => Promise<void>) => {
      const watch = watchLeftOvers({ database: on, bus, root, log });
      await look();
      await watch.close();
    };
    const isRemoved = async () => {
      await expect.poll(() => existsSync(part)).toBe(false);
    };
    place();
    await watched(database, isRemoved);
    place();
    await watched(other, async () => {
      await expect.poll(warnings).toHaveLength(1);
      announceFiles(bus, 'river');
    });
    expect(existsSync(part)).toBe(true);
    expect(warnings(), 'once').toHaveLength(1);
    const marker = path.join(root, '.database');
    expect(lines.join('')).toContain(`delete ${marker}`);
    writeFileSync(marker, '');
    await watched(database, async () => {
      await expect.poll(warnings).toHaveLength(2);
    });
    rmSync(marker);
    await watched(other, isRemoved);
    await other.close();
  });

  test('a host that is killed in the middle: another one makes the file from the beginning (FILE-6, JOB-2)', async () => {
    await plantListeners(database, [901, 902, 903, 904], 'killed');
    await database.pool.query(`select ensure_contact_partition('2026-05-03')`);
    await database.pool.query(
      `with stored as (
        insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
        select $1::timestamptz + at * interval '100 ms', 901 + at % 4, 150100000 + at % 977, at % 500, -60 - (at % 400) / 10.0, 1, 18, 'killed'
        from generate_series(0, 119999) as at returning ts, rx_id, power)
      insert into contacts_hourly (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, system_id)
        select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, 1, 'killed' from stored group by 1, rx_id`,
      [new Date(day)],
    );
    const { id } = await stage.ask('killed', span);
    const script = path.join(import.meta.dirname, '../../../support/file-child.ts');
    const child = () => {
      const talking = talkTo(process.execPath, [script, database.url, stage.root]);
      children.push(talking);
      return talking;
    };
    const first = child();
    await first.line('ready');
    first.process.stdin?.write(`make killed ${id}\n`);
    await first.line(`began ${id}`);
    first.process.kill('SIGKILL');
    await first.ended;
    expect(first.lines).not.toContain(`made ${id}`);
    expect(lying('killed'), 'a part is left').toMatchObject([expect.stringMatching(/\.part$/)]);
    expect((await stage.find('killed', id))?.completed).toBeNull();
    const second = child();
    await second.line(`made ${id}`);
    second.process.stdin?.write('close\n');
    await once(second.process, 'close');
    const file = await stage.find('killed', id);
    expect(file).toMatchObject({ completed: 1, rows: 120_000 });
    expect(lying('killed')).toEqual([path.basename(file?.place ?? '')]);
    const bytes = readFileSync(path.join(stage.root, file?.place ?? ''));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
  }, 180_000);
});
