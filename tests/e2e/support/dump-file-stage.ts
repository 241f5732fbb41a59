import type { Locator, Page } from '@playwright/test';
import type { FileStand } from '../../../src/machines/dump-file/dump-file-events.ts';
import { dumpStatus } from '#model/files/dump-files.ts';
import { Colleague } from './colleague.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';
import { visit } from './steps.ts';

/** Returns the path of the page of data files, including deleted ones. */
const downloadPath = ({ mitasId }: Pick<Field, 'mitasId'>): string => `/dashboard/${mitasId}/download?deleted=1`;
export const fileRow = (page: Page, name: string): Locator =>
  page
    .getByRole('grid', { name: 'Data files' })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });

export const createDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Create data file' });

/** A file is asked for every 5 s; the host makes one within seconds. */
export const made = { timeout: 40_000 };

type Calls = Record<'creates' | 'polls' | 'deletes' | 'lists', HeldCalls>;

/** A file requested on its page, whose calls end as the path decides. */
export class DumpFileStage {
  readonly page: Page;
  readonly name = 'June.csv';
  readonly calls: Calls;
  readonly #field: Field;
  readonly #operator: Operator;

  private constructor(page: Page, { field, operator }: { field: Field; operator: Operator }, calls: Calls) {
    this.page = page;
    this.calls = calls;
    this.#field = field;
    this.#operator = operator;
  }

  /** The test already controls the page's clock. */
  static async open(page: Page, { field, operator }: { field: Field; operator: Operator }): Promise<DumpFileStage> {
    await field.hear({ receiver: 'Crest', ts: Date.now() - 60_000 });
    await visit(page, downloadPath(field));
    await expect(page.getByRole('heading', { name: 'No data files' })).toBeVisible();
    const list = '/ftp/files';
    const one = /\/ftp\/files\/\d+$/;
    const stage = new DumpFileStage(
      page,
      { field, operator },
      {
        creates: await HeldCalls.where(page, (method, path) => method === 'POST' && path.endsWith(list)),
        polls: await HeldCalls.where(page, (method, path) => method === 'GET' && one.test(path)),
        deletes: await HeldCalls.where(page, (method, path) => method === 'DELETE' && one.test(path)),
        lists: await HeldCalls.where(page, (method, path) => method === 'GET' && path.endsWith(list)),
      },
    );
    await page.getByRole('button', { name: 'Create data file' }).click();
    await stage.dialog.getByLabel('Name').fill('June');
    await stage.dialog.getByRole('button', { name: 'Create', exact: true }).click();
    return stage;
  }

  get dialog(): Locator {
    return createDialog(this.page);
  }

  get row(): Locator {
    return fileRow(this.page, this.name);
  }

  /** Creates the file at the host; the page does not know yet, so the file looks unfinished. */
  async create(): Promise<void> {
    await this.calls.creates.letGo();
    const all = this.#operator.database.db
      .selectFrom('data_files')
      .select('completed')
      .where('system_id', '=', this.#field.mitasId);
    await expect.poll(async () => (await all.executeTakeFirst())?.completed, { message: 'it is made', ...made }).toBe(1);
    await this.#set({ completed: null, job_id: null });
  }

  /** Brings the file into this state at the host. */
  async become(file: FileStand): Promise<void> {
    const status = dumpStatus(file);
    if (status === 'deleted') {
      const colleague = await Colleague.open(this.#field.person, this.#field.mitasId);
      await colleague.call('DELETE', `/ftp/files/${await this.#id()}`);
      await colleague.close();
    } else if (status === 'failed') await this.#set({ completed: 0, error: 'The disk is full' });
    else await this.#set({ completed: status === 'ready' ? 1 : null });
  }

  async #id(): Promise<number> {
    const all = this.#operator.database.db.selectFrom('data_files').select('id').where('system_id', '=', this.#field.mitasId);
    return (await all.executeTakeFirstOrThrow()).id;
  }

  async #set(columns: { completed: 0 | 1 | null; error?: string; job_id?: null }): Promise<void> {
    const { db } = this.#operator.database;
    await db.updateTable('data_files').set(columns).where('system_id', '=', this.#field.mitasId).execute();
  }
}
