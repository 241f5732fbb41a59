import { decodeOutgoing } from '#model/contract/decode-frame.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { closeCodes, type CommandMessage, outgoingAccess, type Outgoing } from '#model/contract/socket-messages.ts';
import { hasRole } from '#model/entities/role.ts';
import { refused } from '#model/result.ts';
import { ApiError, notAuthorized, roleTooLow, unavailable } from '../../platform/api-error.ts';
import { type Authority, type Membership, refuseExpired } from '../../domain/accounts/authority.ts';
import { notNoted } from '../../domain/commands/ask-commands.ts';
import type { Channel } from './channel.ts';
import type { HubClient } from './hub-client.ts';
import type { HubLog } from './hub-log.ts';

/**
 * Stores a command, whose status is then sent by messages on the bus. Rejects with a message for the person:
 * an ApiError if the command was certainly not stored, another error if that is unknown.
 */
export type CommandPort = (command: CommandMessage, from: { userId: number; mitasId: string; role: number }) => Promise<void>;

type Parties = { authority: Authority; commands: CommandPort | undefined; log: HubLog };

/**
 * Handles one frame of a client. Never throws. Disconnects a client that sends too many or unreadable frames.
 * Ignores the frames of a client whose connection is closing.
 */
export function receiveFrame(client: HubClient, channel: Channel, data: Buffer, isBinary: boolean, parties: Parties): void {
  if (client.isLeaving) return;
  const now = Date.now();
  client.noteHeard(now);
  if (!client.allowMessage(now)) return client.socket.close(closeCodes.badFrames, 'Too many frames');
  const decoded = isBinary ? binary : decodeOutgoing(data.toString('utf8'), inWords);
  if (decoded.ok) return answer(client, channel, decoded.value, parties);
  if (client.noteUnreadable()) client.socket.close(closeCodes.badFrames, 'Too many unreadable frames');
  else client.sendMessage({ type: 'refused', payload: { message: decoded.reason.text } });
}

const tooMuchText = 'Too many commands wait to be noted: try again in a moment';
const binary = refused({ text: 'The frame is binary' });

function answer(client: HubClient, channel: Channel, message: Outgoing, parties: Parties): void {
  const now = Date.now();
  if (!hasRole(client.role, outgoingAccess[message.type])) return refuse(client, message, roleTooLow().message, parties);
  switch (message.type) {
    case 'subscribe':
      return channel.subscribe(client, message, now);
    case 'unsubscribe':
      return client.live.end();
    case 'ping':
      return channel.sendHeartbeat(client, now);
    case 'authenticate':
      return void renew(client, message.payload, parties);
    case 'rxUpdate':
    case 'rxReboot':
    case 'rxEraseMemory':
    case 'rxSyncClock':
    case 'rxScheduleRefresh':
    case 'rxForceRefresh':
      if (client.takeTurn(() => command(client, message, parties))) return;
      return refuse(client, message, tooMuchText, parties);
  }
}

/**
 * Keeps the connection open longer if the client sends a fresh token of the same session; closes it for any
 * other token.
 */
async function renew(client: HubClient, token: string, { authority, log }: Parties): Promise<void> {
  try {
    const caller = await authority.authenticate(token);
    if (caller?.sessionId === client.sessionId) client.prolong(caller.expiresAt);
    else client.socket.close(closeCodes.unauthorized, 'The token is not of this session');
  } catch (error) {
    log.error({ error, mitasId: client.mitasId }, 'A fresh token could not be checked');
    client.sendMessage({ type: 'refused', payload: { message: 'The host could not check the token; the old one still holds' } });
  }
}

/**
 * Runs a command. Checks the membership first, because the message about a changed membership may arrive only
 * after the command.
 */
async function command(client: HubClient, message: CommandMessage, parties: Parties): Promise<void> {
  const { commands } = parties;
  const { userId, mitasId } = client;
  let isAsked = false;
  try {
    const membership = await membershipOf(client, parties);
    if (client.isLeaving) return;
    if (membership === null) throw notAuthorized();
    if (!hasRole(membership.role, outgoingAccess[message.type])) throw roleTooLow();
    refuseExpired(membership);
    if (!commands) throw unavailable('This host carries out no commands');
    isAsked = true;
    await commands(message, { userId, mitasId, role: membership.role });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'The command failed';
    if (!isAsked || error instanceof ApiError) return refuse(client, message, why, parties);
    // The commands may have been stored, so make the console load their outcome.
    refuse(client, { type: message.type }, why, parties);
    client.sendMessage({ type: 'invalidate', payload: ['commands'] });
  }
}

async function membershipOf({ userId, mitasId }: HubClient, { authority, log }: Parties): Promise<Membership | null> {
  try {
    return await authority.membership(userId, mitasId);
  } catch (error) {
    log.error({ error, mitasId }, 'Whether somebody may command could not be found out');
    throw notNoted();
  }
}

/** Refuses a message and names its commands, so that the sender knows that they have ended. */
function refuse(
  client: HubClient,
  message: Pick<Outgoing, 'type'> & { commandIds?: string[] | undefined },
  why: string,
  { log }: Parties,
): void {
  const { mitasId, userId } = client;
  log.warn({ mitasId, userId, message: message.type, error: why }, 'A message was refused');
  client.sendMessage({ type: 'refused', payload: { message: why, commandIds: message.commandIds } });
}
