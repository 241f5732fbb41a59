import type { Failure } from './failure.ts';

/** What both sides say of a system that cannot be opened (NAV-9). */
export const offlineText = 'MITAS is offline';
/** Below the words of the product that name it (NAV-24). */
export const mitasText = 'A MITAS is the host system of a study. It stores contacts and settings.';

export const notAuthorizedText = 'You are not authorized to view this MITAS';

/** True when the host says that what was asked for is not known any more (410). */
export function isGone(failure: Failure): boolean {
  return failure.kind === 'server' && failure.code === 410;
}
