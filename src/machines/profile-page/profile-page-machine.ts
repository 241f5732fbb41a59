import { type ActorRefFrom, setup } from 'xstate';
import { changePasswordRules, profileRules } from '../../model/forms/profile.ts';
import { questionMachine } from '../question/question-machine.ts';
import { savingMachine } from '../saving/saving-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { submissionMachine } from '../submission/submission-machine.ts';

/** The systemId of the question where the person is logged in. */
export const ownSessionsId = 'ownSessions';

/** Account → Profile (FORM-18, FORM-19, ACC-30): two forms, and the sessions that can be ended. */
export const profilePageMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as ScreenInput,
    events: {} as SearchChanged,
    tags: {} as 'failed',
    children: {} as { profile: 'profile'; password: 'password'; sessions: 'sessions'; ending: 'ending' },
  },
  actors: { profile: submissionMachine, password: submissionMachine, sessions: questionMachine, ending: savingMachine },
}).createMachine({
  id: 'profilePage',
  context: ({ input }) => input,
  invoke: [
    { id: 'profile', src: 'profile', input: { rules: profileRules }, onError: '.broken' },
    { id: 'password', src: 'password', input: { rules: changePasswordRules }, onError: '.broken' },
    { id: 'sessions', systemId: ownSessionsId, src: 'sessions', input: { request: {} }, onError: '.broken' },
    { id: 'ending', src: 'ending', input: ({ context }) => context, onError: '.broken' },
  ],
  initial: 'shown',
  states: { shown: {}, broken: { tags: 'failed' } },
});

export type ProfilePageRef = ActorRefFrom<typeof profilePageMachine>;
