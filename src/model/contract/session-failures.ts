import type { Failure } from './failure.ts';

/** Texts about a system that cannot be opened, shared by client and host (NAV-9). */
export const offlineText = 'MITAS is offline';
/** Explains the product's word MITAS in the places that use it (NAV-24). */
export const mitasText = 'A MITAS is the host system of a study. It stores contacts and settings.';

export const notAuthorizedText = 'You are not authorized to view this MITAS';

export function isGone(failure: Failure): boolean {
  return failure.kind === 'server' && failure.code === 410;
}
