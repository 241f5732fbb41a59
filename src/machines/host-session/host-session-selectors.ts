import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ContactWindowRef } from '../contact-window/contact-window-machine.ts';
import type { FileExportRef } from '../file-export/file-export-machine.ts';
import type { NotificationsRef } from '../notifications/notifications-machine.ts';
import type { OperationsRef } from '../operations/operations-machine.ts';
import type { ResourceRef } from '../resource/resource-machine.ts';
import type { ResourceName } from '../../model/session/resources.ts';
import type { ScreenRef } from '../screen/screen-machine.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import type { hostSessionMachine } from './host-session-machine.ts';

export type HostSessionSnapshot = SnapshotFrom<typeof hostSessionMachine>;

/**
 * What replaces the content (NAV-9): 'Connecting...', 'MITAS is offline', 'You are not authorized to view
 * this MITAS', 'Oops! This domain does not exist.', a load error with Retry (`session.retry`; when 'broken',
 * Retry does not help), or the routes.
 */
export type SessionScreen = 'connecting' | 'offline' | 'unauthorized' | 'unknown' | 'failed' | 'broken' | 'ready';

export function selectSessionScreen(snapshot: HostSessionSnapshot): SessionScreen {
  if (snapshot.hasTag('ready')) return 'ready';
  if (snapshot.hasTag('offline')) return 'offline';
  if (snapshot.hasTag('unauthorized')) return 'unauthorized';
  if (snapshot.hasTag('unknown')) return 'unknown';
  if (snapshot.matches('broken')) return 'broken';
  return snapshot.hasTag('failed') ? 'failed' : 'connecting';
}

export type SocketRef = ActorRefFrom<typeof lineMachine>;

/** Returns the actor of the live line; undefined until the session is ready. */
export function selectSocket(snapshot: HostSessionSnapshot): SocketRef | undefined {
  return snapshot.children.socket;
}

export function selectContactWindow(snapshot: HostSessionSnapshot): ContactWindowRef | undefined {
  return snapshot.children.contactWindow;
}

export function selectFileExport(snapshot: HostSessionSnapshot): FileExportRef | undefined {
  return snapshot.children.fileExport;
}

/** Returns the slot of the screen's actor; undefined until the session is ready. */
export function selectScreenSlot(snapshot: HostSessionSnapshot): ScreenRef | undefined {
  return snapshot.children.screen;
}

export function selectNotifications(snapshot: HostSessionSnapshot): NotificationsRef | undefined {
  return snapshot.children.notifications;
}

/** Returns the actor of the person's operations, which lasts as long as the session. */
export function selectOperations(snapshot: HostSessionSnapshot): OperationsRef | undefined {
  return snapshot.children.operations;
}

/** Returns a resource of the session; undefined while the system is not open. Retry is `session.retry`. */
export function selectResource(snapshot: HostSessionSnapshot, name: ResourceName): ResourceRef | undefined {
  return snapshot.children.resources?.getSnapshot().children[name];
}
