import { type ActorRefFrom, setup } from 'xstate';
import { changePasswordRules, profileRules } from '../../model/forms/profile.ts';
import { questionMachine } from '../question/question-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { submissionMachine } from '../submission/submission-machine.ts';

/** The systemId of the question that lists the person's sessions. */
export const ownSessionsId = 'ownSessions';

/**
 * Account → Profile (FORM-18, FORM-19, ACC-30, NAV-36): two forms, the person's sessions, and their settings.
 * If one part breaks, the others go on.
 */
export const profilePageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ScreenInput;
    events: SearchChanged | { type: 'settings.retry' };
    tags: 'failed';
    children: { profile: 'profile'; password: 'password'; sessions: 'sessions'; ending: 'ending'; settings: 'settings' };
  },
  actors: {
    profile: submissionMachine,
    password: submissionMachine,
    sessions: questionMachine,
    ending: savingMachine,
    settings: savingMachine,
  },
}).createMachine({
  id: 'profilePage',
  type: 'parallel',
  context: ({ input }) => input,
  states: {
    account: {
      invoke: [
        { id: 'profile', src: 'profile', input: { rules: profileRules }, onError: '.broken' },
        { id: 'password', src: 'password', input: { rules: changePasswordRules }, onError: '.broken' },
        { id: 'sessions', systemId: ownSessionsId, src: 'sessions', input: { request: {} }, onError: '.broken' },
        { id: 'ending', src: 'ending', input: ({ context }) => context, onError: '.broken' },
      ],
      initial: 'shown',
      states: { shown: {}, broken: { tags: 'failed' } },
    },
    settings: {
      initial: 'going',
      states: {
        going: { invoke: { id: 'settings', src: 'settings', input: ({ context }) => context, onError: 'broken' } },
        broken: { on: { 'settings.retry': 'going' } },
      },
    },
  },
});

export type ProfilePageRef = ActorRefFrom<typeof profilePageMachine>;
