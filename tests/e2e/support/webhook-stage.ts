import type { Locator, Page } from '@playwright/test';
import { planted } from '../../support/planted.ts';
import type { WebhookServer } from '../../support/webhook-server.ts';
import { AilingHost } from './ailing-host.ts';
import type { Colleague } from './colleague.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';
import { visit } from './steps.ts';

export const hiddenSecret = 'a-hidden-secret-of-it';

/** Who is at the page, who changes the webhook meanwhile, and the server that takes its messages. */
export type WebhookStudy = { page: Page; field: Field; operator: Operator; colleague: Colleague; server: WebhookServer };

/** The settings of a page of alarms whose calls about the webhook wait for the path to say how they end. */
export class WebhookStage {
  readonly page: Page;
  readonly part: Locator;
  /** Calls that ask for the webhook, set it or remove it. */
  readonly asked: HeldCalls;
  readonly tried: HeldCalls;
  readonly #study: WebhookStudy;
  #isOpen = false;

  private constructor(study: WebhookStudy, asked: HeldCalls, tried: HeldCalls) {
    this.page = study.page;
    this.part = webhookPart(study.page);
    this.#study = study;
    this.asked = asked;
    this.tried = tried;
  }

  static async open(study: WebhookStudy): Promise<WebhookStage> {
    const asked = await HeldCalls.at(study.page, '/webhook');
    return new WebhookStage(study, asked, await HeldCalls.at(study.page, '/webhook/test'));
  }

  /** It is another; at a page that is not open yet that is heard as it opens. */
  async change(): Promise<void> {
    const { page, field, colleague, server } = this.#study;
    if (!this.#isOpen) {
      this.#isOpen = true;
      return visit(page, `/dashboard/${field.mitasId}/alarms?tab=settings`);
    }
    await colleague.call('PUT', '/webhook', { url: server.url, secret: hiddenSecret });
  }

  /** What is asked for is answered, by a host at which there is one or none. */
  async answer(isSet: boolean): Promise<void> {
    await plantWebhook(this.#study, isSet);
    await this.asked.letGo();
  }

  async save(): Promise<void> {
    await this.part.getByLabel('Address').fill(this.#study.server.url);
    await this.part.getByLabel('Secret').fill(hiddenSecret);
    await this.part.getByRole('button', { name: 'Save webhook' }).click();
  }

  /** The host fails as it saves. */
  refuseSave(): Promise<void> {
    const { operator, field } = this.#study;
    return new AilingHost(operator.database, field.mitasId).failing(async () => {
      await this.asked.letGo();
      await expect(this.part.getByRole('alert')).toBeVisible();
    });
  }

  /** A test reaches the webhook, which answers that. */
  async letTry(status: number): Promise<void> {
    this.#study.server.behave(status);
    await this.tried.letGo();
  }

  /** Neither address nor secret stands in the page, in its address or in what it keeps (ALM-16). */
  async keepsSecrets(): Promise<void> {
    const kept = await this.page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    expect([await this.page.content(), kept].join('\n')).not.toMatch(/hidden-(path|secret)/);
  }
}

export function webhookPart(page: Page): Locator {
  return page.getByRole('region', { name: 'System webhook' });
}

/** The system has a webhook from here on, or none; no page hears of it. */
export async function plantWebhook({ field, operator, server }: Omit<WebhookStudy, 'page'>, isSet: boolean): Promise<void> {
  const database = planted(operator.database);
  const one = { system_id: field.mitasId, url: server.url, secret: hiddenSecret };
  const made = isSet ? await database.insertInto('webhooks').values(one).returning('id').executeTakeFirstOrThrow() : null;
  const webhook_id = made?.id ?? null;
  await database.updateTable('systems').set({ webhook_id }).where('id', '=', field.mitasId).execute();
}
