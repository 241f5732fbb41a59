import { type DatedAlarm, lineOf, type UnsentAlarms } from '../mail/index.ts';

/** The system of a message. */
export type WebhookSystem = { mitasId: string; commonName: string };

/**
 * Returns the webhook messages for alarms (ALM-17): `text`, which Slack and similar services show, and the
 * same as fields for programs. `event` stays the same in all retries.
 */
export function alarmBodies(unsent: UnsentAlarms, newEvent: () => string): { event: string; body: string }[] {
  const { systemId, commonName, as, alarms, count } = unsent;
  const system = { mitasId: systemId, commonName };
  if (as === 'each')
    return alarms.map((alarm) => bodyOf(newEvent(), 'alarm', system, `${commonName}: ${lineOf(alarm)}`, [alarm], 1));
  const lines = alarms.map((alarm) => `• ${alarm.time(alarm.at)} ${lineOf(alarm)}`);
  const more = count > alarms.length ? [`And ${count - alarms.length} more.`] : [];
  return [bodyOf(newEvent(), 'digest', system, [`${commonName}: ${count} alarms`, ...lines, ...more].join('\n'), alarms, count)];
}

/** Returns the message that tests a webhook. */
export function testBody(system: WebhookSystem, event: string): string {
  return bodyOf(event, 'test', system, `${system.commonName}: this is a test of the webhook. Nothing happened.`, [], 0).body;
}

function bodyOf(
  event: string,
  kind: 'alarm' | 'digest' | 'test',
  system: WebhookSystem,
  text: string,
  alarms: readonly DatedAlarm[],
  count: number,
) {
  const said = { text: unmarked(text), event, kind, system, count, alarms: alarms.map(fieldsOf) };
  return { event, body: JSON.stringify(said) };
}

function fieldsOf(alarm: DatedAlarm) {
  const { id, code, alias, siteName, at, missedSince, snoozed } = alarm;
  const offlineSince = missedSince?.toISOString() ?? null;
  return { id, code, alias, site: siteName, time: at.toISOString(), offlineSince, snoozed, text: lineOf(alarm) };
}

/** An invisible character that stops services from detecting addresses and names. */
const gap = '\u200b';

/**
 * Disables markup in what people typed, so that it mentions no one and links nowhere: Slack interprets three
 * characters, similar services also '@' and addresses.
 */
function unmarked(text: string): string {
  const plain = text.replaceAll('@', `@${gap}`).replaceAll('://', `:${gap}//`).replaceAll('](', `]${gap}(`);
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
