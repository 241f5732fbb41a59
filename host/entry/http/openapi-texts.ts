import { csrfHeader } from '#model/contract/call.ts';
import { accountCalls } from '#model/contract/account-calls.ts';
import { accessKeyCalls } from '#model/contract/access-key-calls.ts';
import { alarmHistoryCalls } from '#model/contract/alarm-history-calls.ts';
import { alarmSettingsCalls } from '#model/contract/alarm-settings-calls.ts';
import { animalCalls } from '#model/contract/animal-calls.ts';
import { alarmCalls } from '#model/contract/alarm-calls.ts';
import { activityCalls } from '#model/contract/activity-calls.ts';
import { changeCalls } from '#model/contract/change-calls.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { ownAccountCalls } from '#model/contract/own-account-calls.ts';
import { collaboratorCalls } from '#model/contract/collaborator-calls.ts';
import { commandCalls } from '#model/contract/command-calls.ts';
import { detectionCalls } from '#model/contract/detection-calls.ts';
import { diagnosisCalls } from '#model/contract/diagnosis-calls.ts';
import { fileCalls } from '#model/contract/file-calls.ts';
import { fleetEditCalls, siteEditCalls } from '#model/contract/fleet-edit-calls.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { jobCalls } from '#model/contract/job-calls.ts';
import { mapLayerCalls } from '#model/contract/map-layer-calls.ts';
import { modemCalls } from '#model/contract/modem-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { receiverCalls } from '#model/contract/receiver-calls.ts';
import { receiverConfigCalls } from '#model/contract/receiver-config-calls.ts';
import { receiverHistoryCalls } from '#model/contract/receiver-history-calls.ts';
import { receiverKeyCalls } from '#model/contract/receiver-key-calls.ts';
import { retentionCalls } from '#model/contract/retention-calls.ts';
import { webhookCalls } from '#model/contract/webhook-calls.ts';
import { snoozeCalls } from '#model/contract/snooze-calls.ts';
import { statisticsCalls } from '#model/contract/statistics-calls.ts';
import { registryCalls } from '#model/contract/registry-calls.ts';
import { systemEditCalls } from '#model/contract/system-edit-calls.ts';
import { tagCalls } from '#model/contract/tag-calls.ts';
import { tagHistoryCalls } from '#model/contract/tag-history-calls.ts';
import { transmitterCalls } from '#model/contract/transmitter-calls.ts';
import { vitalsCalls } from '#model/contract/vitals-calls.ts';
import { cookieNames } from './cookies.ts';

/** The headings of the calls (CALL-1, CALL-2, CALL-3) with the calls under them. */
export const callGroups = [
  {
    name: 'Public and auth',
    description: 'Logging in and out, registration, passwords and mailed links',
    calls: { ...publicCalls, ...accountCalls },
  },
  {
    name: 'Client',
    description: "A person's own account, their systems, and who else belongs to a system",
    calls: { ...clientCalls, ...ownAccountCalls, ...accessKeyCalls, ...collaboratorCalls },
  },
  {
    name: 'Host and sites',
    description: "Settings of a system, its sites and its receivers' locations",
    calls: { ...hostCalls, ...systemEditCalls, ...siteEditCalls, ...retentionCalls, ...diagnosisCalls },
  },
  {
    name: 'Map',
    description: "A system's own map layers, under the pins",
    calls: mapLayerCalls,
  },
  {
    name: 'Changes',
    description: "The order of a system's changes: reading it and taking changes back",
    calls: { ...changeCalls, ...activityCalls },
  },
  {
    name: 'Receivers',
    description: 'Receivers, their configuration, places and field notes, and commands',
    calls: {
      ...receiverCalls,
      ...fleetEditCalls,
      ...receiverConfigCalls,
      ...receiverHistoryCalls,
      ...receiverKeyCalls,
      ...vitalsCalls,
      ...commandCalls,
    },
  },
  { name: 'Statistics', description: 'Counts, histograms and timelines of what receivers heard', calls: statisticsCalls },
  {
    name: 'Registries',
    description: 'Transmitters, animals, tags and modems',
    calls: { ...registryCalls, ...animalCalls, ...transmitterCalls, ...tagCalls, ...tagHistoryCalls, ...modemCalls },
  },
  {
    name: 'Operations',
    description: 'Alarms, data files, detection settings and reprocessing, and the work in the background',
    calls: {
      ...alarmCalls,
      ...alarmHistoryCalls,
      ...snoozeCalls,
      ...alarmSettingsCalls,
      ...webhookCalls,
      ...fileCalls,
      ...detectionCalls,
      ...jobCalls,
    },
  },
] as const;

/** The description of each path and query parameter. The start fails on a parameter without one. */
export const parameterTexts: Readonly<Record<string, string>> = {
  mitasId: 'The system, by its name',
  id: 'The id of the thing that the path names',
  receiverId: 'The receiver, by its id',
  collaboratorId: 'The person, by their id',
  jobId: 'The job, by its id',
  previewId: 'The preview, by its id',
  sessionId: 'The session, by its id',
  commandId: 'The command, by the id that its sender gave it',
  rxId: 'Only what concerns this receiver, by its id',
  revision: 'The change, by its number in the system',
  hours: 'How many whole hours, up to the present one; 24 where none is given',
  noteId: 'The note, by its id',
  version: 'The saved configuration, by the revision of the change that saved it',
  epoch: 'The order of changes that is meant; another one begins when the system is restored from a backup',
  after: 'The change after which to begin',
  before: 'Only what is older than this one',
  by: 'Only what this person did, by their id, 0 for the host itself; of commands `people`, for those that people asked for',
  entity: 'Only changes of such things',
  siteId: 'The site, by its id',
  modemId: 'The modem, by its id: the one of the path',
  ids: 'What is meant, by their ids',
  rxIds: 'Receivers by their ids',
  filteredRxIds: 'Only these receivers, by their ids; all where it is absent',
  filteredRxs: 'Only these receivers, by their ids; all where it is absent',
  filteredCodes: 'Only contacts of these codes',
  filteredAnts: 'Only contacts of these antennas, by their numbers from 1; all where it is absent',
  filteredFreqs: 'Only contacts of these frequencies, in MHz',
  groupCodeBy: 'How many neighbouring codes are one group',
  noise: "'without' leaves noise out",
  health: "'with' also answers how the antennas hear: contacts that fit a transmitter in use, detections, hours",
  groupFreqBy: 'How wide a group of frequencies is, in kHz',
  antennas: 'Only these antennas, by their numbers; all where it is empty',
  timeSelect: "'recent' for an amount of time up to now, 'range' for the time between two instants",
  recentAmount: "How many units back, with timeSelect 'recent'",
  recentUnit: "The unit of recentAmount, with timeSelect 'recent'",
  range: "Start and end, in ms since the epoch or as ISO 8601 with offsets, with timeSelect 'range'",
  startTime: 'The start, in ms since the epoch or as ISO 8601 with its offset',
  endTime: 'The end, in ms since the epoch or as ISO 8601 with its offset; not before the start',
  from: 'Not older than this, in ms since the epoch or as ISO 8601 with its offset',
  to: 'Not newer than this, in ms since the epoch or as ISO 8601 with its offset; not before from',
  until: 'Not newer than this, in ms since the epoch or as ISO 8601 with its offset; not before from',
  level: 'Only alarms of this level: the thousands digit of their code',
  code: 'Only alarms of this code',
  receiver: 'Only alarms of this receiver, by its id',
  lasting: "'yes' for those alone that last now",
  folded: "'yes' leaves out each recovery that ended an alarm: the alarm has its time",
  snoozed: "'yes' for those that were raised while their receiver was snoozed, 'no' for the others",
  limit: 'The most entries of the answer',
  page: 'Which page of the list, the first one being 1',
  status: 'Only jobs that are so',
  name: 'What the layer is to be called',
  color: 'The colour of the layer',
  fileName: 'What the file is called, as its ending says what is in it',
};

/**
 * Returns the description of a parameter. @throws TypeError if it has none, which is a defect of these texts.
 */
export function parameterText(name: string): string {
  const text = parameterTexts[name];
  if (text === undefined) throw new TypeError(`The parameter '${name}' is not described in openapi-texts`);
  return text;
}

/** How callers prove who they are (CALL-8, ING-1). */
export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a login, good for 15 minutes',
  },
  accessKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tck_…',
    description:
      "A person's access key of the system in the path, made in Settings: it reads what Viewers may, until it is revoked or past",
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: csrfHeader,
    description: `The token of GET /api/public/csrf-token, beside the cookie ${cookieNames(false).csrf} that came with it (over TLS ${cookieNames(true).csrf})`,
  },
  refreshToken: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieNames(false).refresh,
    description: `The refresh token, set by the login for browsers; over TLS the cookie is named ${cookieNames(true).refresh}`,
  },
  receiverKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Receiver <key>, with a key of the system that its Administrators or the admin command make',
  },
};

/** The failures of calls, by status. */
export const failures: Readonly<Record<number, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request does not fit; the message says what and where, field which one' },
  401: { name: 'NotLoggedIn', description: 'The token or key is missing or is none of this host, or the password is wrong' },
  403: { name: 'Forbidden', description: 'The caller may not do this, or the csrf token does not fit' },
  408: { name: 'TooSlow', description: 'The body came too slowly' },
  404: { name: 'NotFound', description: 'There is no such thing in the system' },
  409: {
    name: 'Conflict',
    description: 'Another one has this already, or somebody changed it; field says what, conflict to what, by whom and when',
  },
  410: { name: 'Gone', description: 'The changes asked for are not known: reload the system' },
  413: { name: 'TooLarge', description: 'The request is larger than the host takes' },
  415: { name: 'UnknownEncoding', description: 'The body is packed or typed in a way that the host does not read' },
  422: { name: 'OperationReused', description: 'The operation id was used for something else' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many tries, or too much asked for at a time; Retry-After says for how many seconds to wait',
  },
  440: { name: 'SessionExpired', description: 'The session is over; only a new login helps' },
  503: {
    name: 'Unavailable',
    description: 'The system is switched off, or the host cannot answer just now: Retry-After says when to try again',
  },
};
