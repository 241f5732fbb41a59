import { type DatedAlarm, lineOf, type UnsentAlarms } from '../mail/index.ts';

/** Of which system a message is. */
export type WebhookSystem = { mitasId: string; commonName: string };

/**
 * What a webhook is sent of alarms (ALM-17): `text`, as Slack and what is like it show it, and the same in
 * fields, for whoever reads it by a program. `event` is the same however often it is sent.
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

/** What a webhook is sent to try it. */
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

/** It is drawn as nothing, and no channel reads an address or a name over it. */
const gap = '\u200b';

/**
 * What people typed names nobody in a channel and links nowhere: Slack reads three signs as more, and what is
 * like it also '@' and addresses.
 */
function unmarked(text: string): string {
  const plain = text.replaceAll('@', `@${gap}`).replaceAll('://', `:${gap}//`).replaceAll('](', `]${gap}(`);
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
