import { planted } from '../support/planted.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/page-checks.ts';

test('the transmitters of the system, and of no other (REG-1)', async ({ page, field, operator }) => {
  const model = await operator.database.db
    .insertInto('transmitter_models')
    .values({ model_number: `Model of ${field.mitasId}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enter(page, field.person, `/dashboard/${field.mitasId}/transmitters/database`);
  await expect(page.getByRole('heading', { name: 'No transmitters yet' })).toBeVisible();
  await planted(operator.database)
    .insertInto('transmitters')
    .values({
      system_id: field.mitasId,
      serial_number: 'NTQ-0042',
      transmitter_model_id: model.id,
      protocol_id: 18,
      frequency_hz: 150_500_000,
      code_number: 42,
      emit_interval_ms: 5_000,
    })
    .execute();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'MHz' })).toHaveText(['NTQ-0042, 150.500 MHz']);
  await expectAccessible(page);
});
