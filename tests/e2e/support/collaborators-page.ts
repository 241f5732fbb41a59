import type { Locator, Page } from '@playwright/test';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Operator, Person } from './operator.ts';
import { visit } from './steps.ts';

const collaboratorsPath = ({ mitasId }: Field): string => `/dashboard/${mitasId}/collaborators`;

/** The page of collaborators as a person uses it (REG-14). */
export class CollaboratorsPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, field: Field, person: Person = field.person): Promise<CollaboratorsPage> {
    await enter(page, person, collaboratorsPath(field));
    return CollaboratorsPage.at(page);
  }

  /** Goes to the page of collaborators from another screen, without a reload. */
  static async visit(page: Page, field: Field): Promise<CollaboratorsPage> {
    await visit(page, collaboratorsPath(field));
    return CollaboratorsPage.at(page);
  }

  static async at(page: Page): Promise<CollaboratorsPage> {
    await expect(page.getByRole('heading', { name: 'Collaborators', level: 1 })).toBeVisible();
    const collaborators = new CollaboratorsPage(page);
    await expect(collaborators.table).toBeVisible();
    return collaborators;
  }

  get table(): Locator {
    return this.page.getByRole('grid', { name: 'Collaborators' });
  }

  get question(): Locator {
    return this.page.getByRole('alertdialog');
  }

  get inviting(): Locator {
    return this.page.getByRole('dialog', { name: 'Add Collaborator' });
  }

  row(name: string): Locator {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('rowheader').filter({ hasText: name }) });
  }

  roleOf(name: string): Locator {
    return this.row(name).getByRole('button', { name: `Role of ${name}` });
  }

  async chooseRole(name: string, role: string): Promise<void> {
    await this.roleOf(name).click();
    await this.page.getByRole('option', { name: role, exact: true }).click();
  }

  async check(name: string): Promise<void> {
    await this.row(name).locator('label').first().click();
    await expect(this.row(name).getByRole('checkbox')).toBeChecked();
  }

  async invite(email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add collaborator' }).click();
    await this.inviting.getByRole('textbox', { name: 'Email' }).fill(email);
    await this.inviting.getByRole('button', { name: 'Invite' }).click();
  }
}

/** Adds a person with a role in the field's system, and returns them with their name on the page. */
export async function addCollaborator(operator: Operator, field: Field, role: string): Promise<{ person: Person; name: string }> {
  const person = await operator.addPerson({ [field.mitasId]: role });
  const { first_name, last_name } = await operator.database.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow();
  return { person, name: `${first_name} ${last_name}` };
}
