import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnosis } from '#model/entities/diagnosis.ts';
import { changeStage, type ChangeStage } from '../../../support/change-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

describe.each(triedEngines)('what the operator is told of the host, on the %s engine (DOC-1, DOC-12)', (engine) => {
  let stage: ChangeStage;
  beforeAll(async () => {
    stage = await changeStage({ engine });
  });
  afterAll(() => stage.close());

  const ask = async (name: string, role: 0 | 1) => (await stage.sit(name, role)).call('GET', '/../../app/client/host-diagnosis');
  const findingOf = (diagnosis: Diagnosis, topic: string) => diagnosis.findings.find((finding) => finding.topic === topic);

  test('is for them alone', async () => {
    expect((await ask('owner', 1)).status).toBe(403);
  });

  test('says of each subject how it is, by the database itself', async () => {
    const { db, pool } = stage.host.database;
    await pool.query(`insert into backup_notes (deed, backup, made_at) values ('made', '/kept', now())`);
    await db
      .insertInto('mail_outbox')
      .values(
        (['refused', 'dead', 'sent'] as const).map((state) => ({
          system_id: null,
          kind: 'test',
          state,
          message_id: state,
          unsubscribe_url: null,
          recipient: 'a@example.org',
          subject: '',
          body_text: '',
          body_html: null,
          last_error: null,
        })),
      )
      .execute();
    const answer = await ask('operator', 0);
    expect(answer.status).toBe(200);
    const diagnosis = answer.json as Diagnosis;
    expect(diagnosis.findings.map(({ topic }) => topic).toSorted()).toEqual([
      'Background work',
      'Backup',
      'Clock',
      'Contacts',
      'Disk',
      'Mail and webhooks',
      'Settings',
      'Versions',
    ]);
    expect(findingOf(diagnosis, 'Versions')).toMatchObject({ severity: 'fine', text: expect.stringMatching(/PostgreSQL 1\d\./) });
    expect(findingOf(diagnosis, 'Backup')?.text).toBe('Last made less than an hour ago; none was ever restored.');
    expect(findingOf(diagnosis, 'Mail and webhooks')?.text).toBe('2 mails were refused in the past 7 days.');
    expect(findingOf(diagnosis, 'Disk')?.text).toMatch(/^The database takes \d/);
    expect(findingOf(diagnosis, 'Clock')?.severity).toBe('fine');
  });

  test('names serial numbers that counted as two once (DOC-14)', async () => {
    const { pool } = stage.host.database;
    const topic = 'Serial numbers';
    expect(findingOf((await ask('reader', 0)).json as Diagnosis, topic)).toBeUndefined();
    const values = ['TX-0001', 'tx\u20130001', 'TX-0002'].map(
      (serial) => `('${stage.river}', '${serial}', 'M', 7, 150000000, 5000)`,
    );
    await pool.query(`
      alter table transmitters disable trigger user;
      insert into transmitter_models (system_id, model_number) values ('${stage.river}', 'M');
      insert into transmitters (system_id, serial_number, model_number, protocol_id, frequency_hz, emit_interval_ms) values ${values.join()};
      alter table transmitters enable trigger user`);
    const { rows } = await pool.query<{ id: number }>('select id from transmitters order by id');
    expect(findingOf((await ask('rereader', 0)).json as Diagnosis, topic)).toMatchObject({
      severity: 'notice',
      text: expect.stringContaining(
        `in ${stage.river} 'TX-0001' (transmitter ${rows[0]?.id}) and 'tx\u20130001' (transmitter ${rows[1]?.id}).`,
      ),
    });
  });

  test('says what cannot be looked at, and the rest all the same', async () => {
    const { pool } = stage.host.database;
    await pool.query('alter table backup_notes rename to gone');
    try {
      const diagnosis = (await ask('warden', 0)).json as Diagnosis;
      expect(findingOf(diagnosis, 'Backup')).toMatchObject({
        severity: 'warning',
        text: expect.stringContaining('Check failed: relation "backup_notes" does not exist'),
      });
      expect(findingOf(diagnosis, 'Clock')?.severity).toBe('fine');
    } finally {
      await pool.query('alter table gone rename to backup_notes');
    }
  });
});
