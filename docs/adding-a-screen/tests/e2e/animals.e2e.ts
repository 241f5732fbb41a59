import { planted } from '../support/planted.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/page-checks.ts';

test('the animals of the system, and of no other (REG-6)', async ({ page, field, operator }) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/animals/database`);
  await expect(page.getByRole('heading', { name: 'No animals yet' })).toBeVisible();
  await planted(operator.database)
    .insertInto('animals')
    .values({ system_id: field.mitasId, species: 'Chinook salmon', alias: 'Sam', gender: 1, weight_g: 4_200, age_days: 900 })
    .execute();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Chinook' })).toHaveText(['Sam, Chinook salmon, 4200 g']);
  await expectAccessible(page);
});
