import type { AnyActorRef } from 'xstate';
import type { Services } from '../services/ports.ts';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { ownSessionsId, profilePageMachine } from '../machines/profile-page/profile-page-machine.ts';
import { question } from '../machines/question/question.ts';
import type { QuestionRef } from '../machines/question/question-machine.ts';
import { saving } from '../machines/saving/saving.ts';
import { form } from '../machines/submission/form.ts';
import { actorIn } from '../machines/support/actor-in.ts';
import { accountCalls } from '../model/contract/account-calls.ts';
import { clientCalls } from '../model/contract/client-calls.ts';
import { ownAccountCalls } from '../model/contract/own-account-calls.ts';
import type { OwnSettings } from '../model/entities/settings.ts';
import type { Ending, Session } from '../model/entities/session.ts';
import { namesToSend } from '../model/forms/person.ts';
import type { ChangePassword, ProfileForm } from '../model/forms/profile.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { ownSettings } from './settings/own-settings.ts';

/** The profile screen (FORM-18, FORM-19, ACC-30, NAV-36). */
export default builtScreen({ actor: profilePage, view: later(() => import('../views/profile/profile-view.tsx')) });

function profilePage(services: Services): typeof profilePageMachine {
  const { http } = services;
  const askSessions = (system: AnyActorRef['system']): void =>
    actorIn<QuestionRef<readonly Session[]>>(system, ownSessionsId).send({ type: 'question.again' });
  return profilePageMachine.provide({
    actors: {
      profile: form<ProfileForm>(async (values, signal, system) => {
        const { email, password } = values;
        const body = { ...namesToSend(values), email: email.trim(), ...(password === '' ? {} : { password }) };
        const reply = await http.call(ownAccountCalls.updateAccount, { body }, { signal });
        const account = await http.call(clientCalls.getAccount, {}, { signal });
        journalIn(system).send({
          type: 'journal.append',
          entries: [{ type: 'happened', fact: { type: 'account.loaded', account } }],
        });
        return reply;
      }),
      password: form<ChangePassword>(async ({ current, password }, signal, system) => {
        const body = { oldPass: current, newPass: password };
        const reply = await http.call(accountCalls.updatePassword, { body }, { signal });
        // List the sessions again, because a new password ends the other sessions.
        askSessions(system);
        return reply;
      }),
      sessions: question(async ({ signal }): Promise<readonly Session[]> => {
        const { sessions } = await http.call(ownAccountCalls.listSessions, {}, { signal });
        return sessions;
      }),
      settings: saving<OwnSettings>(ownSettings(services)),
      ending: saving<Ending>({
        async one(sessionId, { system }) {
          await http.call(ownAccountCalls.endSession, { query: { sessionId } });
          askSessions(system);
          return { message: 'Session ended' };
        },
        async others(_none, { system }) {
          await http.call(ownAccountCalls.endOtherSessions, {});
          askSessions(system);
          return { message: 'All other sessions ended' };
        },
      }),
    },
  });
}
