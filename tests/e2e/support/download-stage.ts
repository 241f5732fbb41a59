import type { Locator, Page } from '@playwright/test';
import { Colleague } from './colleague.ts';
import { fileRow } from './dump-file-stage.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import { HeldCalls } from './held-calls.ts';
import { visit } from './steps.ts';

/** A person's choice in the browser's picker, and what happens to the chosen file. */
type Picked = 'a file' | 'nothing' | 'what is forbidden' | 'a file in use';
type Written = 'whole' | 'no room';

/** Replaces the picker, which a test cannot operate: it writes to the page's own folder. */
type Picker = { asked: ((picked: Picked) => void)[]; ends: ((written: Written) => void)[] };
type WithPicker = { testPicker: Picker };

/** Enough contacts for several pieces of 64 KB, compressed. */
const manyContacts = 12_000;

/** A ready data file, whose download ends as the path decides. */
export class DownloadStage {
  readonly page: Page;
  readonly name = 'June.csv';
  /**
   * The calls for the bytes, if the page streams them, and the calls that let the browser download by itself.
   */
  readonly calls: Record<'streams' | 'passes', HeldCalls>;

  private constructor(page: Page, calls: DownloadStage['calls']) {
    this.page = page;
    this.calls = calls;
  }

  /** Begins a download, in a browser with or without a picker. */
  static async open(page: Page, field: Field, hasPicker: boolean): Promise<DownloadStage> {
    await makeFile(field, hasPicker ? manyContacts : 1);
    await visit(page, `/dashboard/${field.mitasId}/download`);
    await setPicker(page, hasPicker);
    const stage = new DownloadStage(page, {
      streams: await HeldCalls.where(page, (_, path) => hasPicker && path.endsWith('/download')),
      passes: await HeldCalls.where(page, (_, path) => path.endsWith('/download-pass')),
    });
    await stage.start();
    return stage;
  }

  get row(): Locator {
    return fileRow(this.page, this.name);
  }

  get button(): Locator {
    return this.row.getByRole('button', { name: /^(Download|Retry the download of) June\.csv$/ });
  }

  async start(): Promise<void> {
    await this.button.click();
  }

  /** Makes this choice in the picker, once the page has opened it. */
  async pick(picked: Picked): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (window as unknown as WithPicker).testPicker.asked.length), 'the picker is open')
      .toBe(1);
    await this.page.evaluate((what) => (window as unknown as WithPicker).testPicker.asked.pop()?.(what), picked);
  }

  /** Delivers the bytes, of which all but the last piece are written. */
  async receive(): Promise<void> {
    await this.calls.streams.letGo();
  }

  /** Has the disk accept the file, or report that it is full. */
  async write(written: Written): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (window as unknown as WithPicker).testPicker.ends.length), 'all bytes have come')
      .toBe(1);
    await this.page.evaluate((how) => (window as unknown as WithPicker).testPicker.ends.pop()?.(how), written);
  }
}

async function makeFile(field: Field, length: number): Promise<void> {
  const from = Date.now() - 3_600_000;
  await field.hear(
    ...Array.from({ length }, (_, at) => ({
      receiver: 'Crest',
      ts: from + at * 97,
      power: -60 - ((at * 7_919) % 61),
      code: 1 + ((at * 104_729) % 499),
    })),
  );
  const colleague = await Colleague.open(field.person, field.mitasId);
  const filters = { dateRange: [from - 60_000, Date.now()], rxIds: null };
  const asked = { fileName: 'June', fileType: 'CSV', filters };
  const { fileEntryInfo } = await colleague.call<{ fileEntryInfo: { id: number } }>('POST', '/ftp/files', asked);
  const completed = async () => {
    const { fileEntryInfo: now } = await colleague.call<{ fileEntryInfo: { completed: number | null } }>(
      'GET',
      `/ftp/files/${fileEntryInfo.id}`,
    );
    return now.completed;
  };
  await expect.poll(completed, { message: 'the host makes it', timeout: 40_000 }).toBe(1);
  await colleague.close();
}

async function setPicker(page: Page, hasPicker: boolean): Promise<void> {
  await page.evaluate((isThere) => {
    const picker: Picker = { asked: [], ends: [] };
    const failures = {
      nothing: 'AbortError',
      'what is forbidden': 'SecurityError',
      'a file in use': 'NoModificationAllowedError',
    };
    const choose = async ({ suggestedName }: { suggestedName: string }) => {
      const picked = await new Promise<Picked>((answer) => void picker.asked.push(answer));
      if (picked !== 'a file') throw new DOMException(picked, failures[picked]);
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(suggestedName, { create: true });
      const createWritable = async () => {
        const writable = await handle.createWritable();
        const close = async () => {
          const written = await new Promise<Written>((answer) => void picker.ends.push(answer));
          if (written === 'no room') throw new DOMException(written, 'QuotaExceededError');
          await writable.close();
        };
        return { write: (bytes: BufferSource) => writable.write(bytes), close, abort: () => writable.abort() };
      };
      return { createWritable, getFile: () => handle.getFile(), remove: () => folder.removeEntry(suggestedName) };
    };
    Object.assign(window, { testPicker: picker, showSaveFilePicker: isThere ? choose : undefined });
  }, hasPicker);
}
