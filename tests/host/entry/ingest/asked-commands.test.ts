import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type CommandHost, type CommandStage, commandStage, newCommandId } from '../../../support/command-stage.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

/** Receivers that fetch their commands, and report the results (CMD-9). */

let stage: CommandStage;
/** The console's host; the receivers use another one. */
let consoles: CommandHost;
let host: TestHost;
let key: string;
beforeAll(async () => {
  stage = await commandStage('ingest');
  consoles = stage.host();
  host = await startTestHost({ database: stage.database });
  key = (await createReceiverKey(stage.database, 'river', 'field')).key;
});
afterAll(async () => {
  await host.close();
  await stage.close();
});

const url = () => `${host.url}/api/ingest/river/commands`;
async function ask(query = 'receiver=A', authorization = `Receiver ${key}`) {
  const answer = await fetch(`${url()}?${query}`, { headers: { authorization } });
  return { status: answer.status, body: (await answer.json()) as { commands: { commandId: string; commandType: string }[] } };
}
async function given(query?: string): Promise<string[]> {
  return (await ask(query)).body.commands.map(({ commandId }) => commandId);
}
async function say(body: string, more: Record<string, string> = {}) {
  const headers = { authorization: `Receiver ${key}`, ...more };
  const answer = await fetch(url(), { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as { accepted: number; duplicate: number } };
}
const lines = (...answers: object[]) => answers.map((answer) => JSON.stringify(answer)).join('\n');
const toldOf = (commandId: string) =>
  host.events.flatMap((event) => {
    if (event.kind !== 'message') return [];
    const { message } = event;
    if (message.type === 'commandAck') return message.payload.commandId === commandId ? ['ack'] : [];
    return message.type === 'commandStatus' && message.payload.commandId === commandId ? [message.payload.status] : [];
  });

async function command(type: 'rxSyncClock' | 'rxReboot' = 'rxSyncClock', more: { expiresAt?: number } = {}): Promise<string> {
  const commandId = newCommandId();
  await consoles.say({ type, payload: [stage.rx[0]], commandIds: [commandId], ...more });
  return commandId;
}

describe('a system whose receivers merely send (CMD-7)', () => {
  test('takes no command: it fails at once, also one that would wait', async () => {
    for (const more of [{}, { expiresAt: Date.now() + 60_000 }]) {
      const row = await stage.row(await command('rxReboot', more));
      expect(row).toMatchObject({ status: 'failed', error: 'A did not respond: it only sends, and takes no commands' });
    }
  });
});

describe('a receiver that asks (CMD-9)', () => {
  test('counts as heard, and is given what it is to do until it acknowledges it', async () => {
    expect(await ask()).toEqual({ status: 200, body: { commands: [] } });
    expect(host.events).toContainEqual({ kind: 'heard', mitasId: 'river', rxIds: [stage.rx[0]] });
    const commandId = await command();
    expect(await stage.row(commandId), 'for its next question, whenever that comes').toMatchObject({ status: 'waiting' });
    expect(await given('receiver=B')).toEqual([]);
    expect(await given()).toEqual([commandId]);
    expect(await given(`rxId=${stage.rx[0]}&receiver=B`)).toEqual([commandId]);
    expect((await say(lines({ commandId, status: 'acknowledged' }))).body).toMatchObject({ accepted: 1, duplicate: 0 });
    expect(await given()).toEqual([]);
    const rest = [{ status: 'executing' }, { status: 'retrying', attempt: 2 }, { status: 'completed' }];
    expect((await say(JSON.stringify(rest.map((one) => ({ commandId, ...one }))))).body).toMatchObject({ accepted: 3 });
    expect(await stage.row(commandId)).toMatchObject({ status: 'completed', attempt: 2 });
    expect(toldOf(commandId)).toEqual(['pending', 'ack', 'executing', 'retrying', 'completed']);
  });

  test('changes nothing by saying it again, and learns which lines cannot be read', async () => {
    const commandId = await command();
    await given();
    const all = lines({ commandId, status: 'acknowledged' }, { commandId, status: 'failed', error: 'Its clock is gone' });
    expect((await say(all)).body).toMatchObject({ accepted: 2, duplicate: 0, rejected: 0 });
    expect((await say(all)).body).toMatchObject({ accepted: 0, duplicate: 2, rejected: 0 });
    expect(await stage.row(commandId)).toMatchObject({ status: 'failed', error: 'Its clock is gone' });
    const told = toldOf(commandId).length;
    const bad = [lines({ commandId, status: 'done' }), '{', lines({ commandId: newCommandId(), status: 'completed' })].join('\n');
    const { body } = await say(bad);
    expect(body).toMatchObject({ accepted: 0, rejected: 3 });
    expect((body as unknown as { reasons: { line: number }[] }).reasons.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(toldOf(commandId)).toHaveLength(told);
  });

  test('that answers when the time is over has it completed after all', async () => {
    const commandId = await command();
    await given();
    await stage.runOut(commandId);
    await expect.poll(() => stage.row(commandId)).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
    expect(await given()).toEqual([]);
    await say(lines({ commandId, status: 'acknowledged' }, { commandId, status: 'completed' }));
    expect(await stage.row(commandId)).toMatchObject({ status: 'completed', error: null });
    expect(toldOf(commandId).at(-1)).toBe('completed');
  });

  test('has what waits for it with its next question, and not what was taken back or has expired', async () => {
    await stage.setStatus(stage.rx[0], receiverStatuses.offline);
    expect(await stage.row(await command())).toMatchObject({ status: 'failed', error: 'A is offline' });
    const expiresAt = Date.now() + 3_600_000;
    const commandId = await command('rxSyncClock', { expiresAt });
    expect(await stage.row(commandId)).toMatchObject({ status: 'waiting' });
    expect(await given()).toEqual([commandId]);
    expect(await stage.row(commandId)).toMatchObject({ status: 'pending' });
    expect(toldOf(commandId)).toEqual(['pending']);
    await say(lines({ commandId, status: 'completed' }));
    const expired = await command('rxReboot', { expiresAt });
    await stage.runOut(expired);
    expect(await given()).toEqual([]);
    await stage.setStatus(stage.rx[0], receiverStatuses.online);
  });

  test('needs a key of its system, and is told what it named wrongly', async () => {
    const other = (await createReceiverKey(stage.database, 'river', 'other')).key;
    await stage.database.db.updateTable('receiver_keys').set({ revoked_at: new Date() }).where('name', '=', 'other').execute();
    expect((await ask('receiver=A', `Receiver ${other}`)).status).toBe(401);
    expect((await ask('receiver=C')).body).toMatchObject({ error: { message: "This system has no receiver named 'C'." } });
    expect((await ask('rxId=x')).status).toBe(400);
    expect((await ask('')).status).toBe(400);
    const elsewhere = await fetch(`${host.url}/api/ingest/lake/commands?receiver=A`, {
      headers: { authorization: `Receiver ${key}` },
    });
    expect(elsewhere.status).toBe(403);
    expect((await say('x'.repeat(1_048_577))).status).toBe(413);
    expect((await say(lines(...Array.from({ length: 1_001 }, () => ({}))))).status).toBe(413);
    expect((await say('{}', { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await say('{}', { 'content-encoding': 'br' })).status).toBe(415);
  });
});
