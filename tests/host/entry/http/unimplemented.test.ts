import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath } from '#model/contract/call.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { fileFolder } from '../../../../host/domain/files/file-folder.ts';
import { readEnvironment } from '../../../../host/platform/environment.ts';
import { makeHandlers } from '../../../../host/entry/http/handlers.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

/** What is implemented; the rest is later work (CALL-9). */
const implemented: CallName[] = [
  'csrfToken',
  'login',
  'accessToken',
  'logout',
  'renewToken',
  'registrationRequest',
  'approveRegistration',
  'verifyToken',
  'completeProfile',
  'resetPassword',
  'setPassword',
  'updatePassword',
  'listSessions',
  'endSession',
  'endOtherSessions',
  'listAccessKeys',
  'createAccessKey',
  'revokeAccessKey',
  'listReceiverKeys',
  'createReceiverKey',
  'revokeReceiverKey',
  'acceptInvitation',
  'listCollaborators',
  'inviteCollaborator',
  'resendInvitation',
  'unlinkCollaborator',
  'setCollaboratorRole',
  'switchCollaborators',
  'listSystems',
  'getAccount',
  'updateAccount',
  'setDarkMode',
  'selectHost',
  'setTimezone',
  'setLastSeen',
  'getHostConfig',
  'listReceiversAndSites',
  'getReceiverStates',
  'getBeaconsSummary',
  'listDumpFiles',
  'createDumpFile',
  'estimateDumpFile',
  'getDumpFile',
  'deleteDumpFile',
  'passDumpDownload',
  'downloadDumpFile',
  'listAlarms',
  'listAlarmHistory',
  'getChanges',
  'listActivity',
  'undoChange',
  'renameReceiver',
  'setReceiverIp',
  'setReceiverPort',
  'setReceiverEnabled',
  'recolourReceiver',
  'createSite',
  'renameSite',
  'recolourSite',
  'setSitePointStyle',
  'deleteSite',
  'listModems',
  'getModemVoltage',
  'getModemTemperature',
  'getModemRssi',
];

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

test('every call that is not implemented yet answers 501 in the error shape (CALL-9)', async () => {
  const { database, bus, accounts, people } = host;
  const jobs = { retry: () => Promise.resolve(), enqueue: () => Promise.resolve([]), cancel: () => Promise.resolve() };
  const baseMap = { hasArchive: false, style: { ask: () => Promise.resolve({ url: null, failed: false }) } };
  const outward = { post: () => Promise.resolve([]), reach: { mayReachInner: () => false } };
  const log = pino({ level: 'silent' });
  const handlers = makeHandlers({
    database,
    bus,
    accounts,
    people,
    jobs,
    version: '0',
    ftpsPort: 1,
    baseMap,
    fileFolder: fileFolder('/nowhere'),
    outward,
    doctor: readEnvironment({}),
    log,
  });
  const left = callNames.filter((name) => !(name in handlers));
  process.stdout.write(
    `  ${callNames.length - left.length} of ${callNames.length} calls are implemented, ${left.length} are left: ${left.join(', ')}\n`,
  );

  expect(Object.keys(handlers).filter((name) => !callNames.includes(name as CallName))).toEqual([]);
  for (const name of implemented) expect(left).not.toContain(name);

  await addPerson(host, 'operator', { superuser: true });
  await planted(host.database).insertInto('systems').values({ id: 'own', common_name: 'Own' }).execute();
  const browser = host.browser();
  const token = await browser.logIn('operator', testPassword);
  for (const name of left) {
    const { method, path } = contract[name];
    const answer = await browser.send(
      method,
      fillPath(path, {
        mitasId: 'own',
        id: 1,
        receiverId: 1,
        collaboratorId: 1,
        jobId: 'j',
        previewId: 'p',
        commandId: 'command-number-1',
        revision: 1,
        noteId: 1,
        version: 0,
      }),
      { token },
    );
    expect([name, answer.status, answer.json]).toEqual([
      name,
      501,
      { error: { code: 501, type: 'NotImplemented', message: 'This is not available yet' } },
    ]);
  }
});
