import { fromCallback } from 'xstate';
import type { Preferences, TokenStore } from '../../services/ports.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { SessionMemory, SessionMemoryCommand, SessionMemoryEvent } from './auth-events.ts';

/**
 * `onSessionLost` calls its listener when an http call finds the session ended, and returns a function that
 * unsubscribes.
 */
export type SessionMemoryParts = {
  tokens: TokenStore;
  preferences: Preferences;
  onSessionLost: (listener: () => void) => () => void;
};

/** Reads what the browser stores about the session (ACC-10). */
export function readSessionMemory({ tokens, preferences }: SessionMemoryParts): SessionMemory {
  return {
    expiresAt: tokens.read()?.expiresAt ?? null,
    hasAuthenticated: preferences.hasAuthenticated(),
    owesLogout: preferences.owesLogout(),
  };
}

/**
 * Stores what the auth machine commands, and reports changes by http calls and other tabs until it is
 * stopped.
 */
export function sessionMemoryLogic({
  tokens,
  preferences,
  onSessionLost,
}: SessionMemoryParts): CallbackLogic<SessionMemoryCommand, NoInput, SessionMemoryEvent> {
  const perform: Record<SessionMemoryCommand['type'], () => void> = {
    'session.remember'() {
      preferences.setHasAuthenticated(true);
      preferences.setOwesLogout(false);
    },
    'session.forget'() {
      tokens.clear();
      preferences.setHasAuthenticated(false);
    },
    'token.clear': () => tokens.clear(),
    'logout.owe': () => preferences.setOwesLogout(true),
    'logout.settle': () => preferences.setOwesLogout(false),
  };
  return fromCallback<SessionMemoryCommand>(({ sendBack, receive }) => {
    const report = (event: SessionMemoryEvent): void => sendBack(event);
    receive(({ type }) => perform[type]());
    const stops = [
      tokens.onKept((expiresAt) => report({ type: 'token.kept', expiresAt })),
      onSessionLost(() => report({ type: 'session.lost' })),
      preferences.onChangedElsewhere('hasAuthenticated', (isSo) =>
        report({ type: isSo ? 'session.startedElsewhere' : 'session.endedElsewhere' }),
      ),
    ];
    return () => stops.forEach((stop) => stop());
  });
}
