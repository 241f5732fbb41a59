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

/**
 * The person at the page, the colleague who changes the webhook, and the server that receives its messages.
 */
export type WebhookStudy = { page: Page; field: Field; operator: Operator; colleague: Colleague; server: WebhookServer };

/** The alarm settings of a page, whose calls about the webhook end as the path decides. */
export class WebhookStage {
  readonly page: Page;
  readonly part: Locator;
  /** Calls that read, set or remove the webhook. */
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

  /** Replaces the webhook; a page that is not open yet learns it when it opens. */
  async change(): Promise<void> {
    const { page, field, colleague, server } = this.#study;
    if (!this.#isOpen) {
      this.#isOpen = true;
      return visit(page, `/dashboard/${field.mitasId}/alarms?tab=settings`);
    }
    await colleague.call('PUT', '/webhook', { url: server.url, secret: hiddenSecret });
  }

  /** Answers the call, as a host with or without a webhook. */
  async answer(isSet: boolean): Promise<void> {
    await plantWebhook(this.#study, isSet);
    await this.asked.letGo();
  }

  async save(): Promise<void> {
    await this.part.getByLabel('Address').fill(this.#study.server.url);
    await this.part.getByLabel('Secret').fill(hiddenSecret);
    await this.part.getByRole('button', { name: 'Save webhook' }).click();
  }

  /** Has the host fail during the save. */
  refuseSave(): Promise<void> {
    const { operator, field } = this.#study;
    return new AilingHost(operator.database, field.mitasId).failing(async () => {
      await this.asked.letGo();
      await expect(this.part.getByRole('alert')).toBeVisible();
    });
  }

  /** Lets a test message reach the webhook, which answers with this status. */
  async letTry(status: number): Promise<void> {
    this.#study.server.behave(status);
    await this.tried.letGo();
  }

  /** Expects neither address nor secret in the page, its address or its storage (ALM-16). */
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

/** Sets or removes the system's webhook, without a message to any page. */
export async function plantWebhook({ field, operator, server }: Omit<WebhookStudy, 'page'>, isSet: boolean): Promise<void> {
  const database = planted(operator.database);
  const one = { system_id: field.mitasId, url: server.url, secret: hiddenSecret };
  const made = isSet ? await database.insertInto('webhooks').values(one).returning('id').executeTakeFirstOrThrow() : null;
  const webhook_id = made?.id ?? null;
  await database.updateTable('systems').set({ webhook_id }).where('id', '=', field.mitasId).execute();
}
