import type { FunctionComponent, ReactNode } from 'react';
import { type AnyActorRef, createActor, createMachine, type EventObject, fromCallback } from 'xstate';
import type { Services } from '../services/ports.ts';
import type { AppRef } from '../machines/app/app-machine.ts';
import { question } from '../machines/question/question.ts';
import type { QuestionRef } from '../machines/question/question-machine.ts';
import { form } from '../machines/submission/form.ts';
import type { SubmissionMachine, SubmissionRef } from '../machines/submission/submission-machine.ts';
import { accountCalls } from '../model/contract/account-calls.ts';
import type { ReplyFor } from '../model/contract/call.ts';
import { clientCalls } from '../model/contract/client-calls.ts';
import { ownAccountCalls } from '../model/contract/own-account-calls.ts';
import { superuser } from '../model/entities/role.ts';
import type { FormRules } from '../model/forms/form-rules.ts';
import { type NewPassword, setPasswordRules } from '../model/forms/new-password.ts';
import {
  approvalRules,
  type CompleteProfile,
  completeProfileRules,
  confirmEmailRules,
  invitedIn,
  joinRules,
  namesToSend,
  type PersonNames,
  type PressedLink,
  type VerifiedInvitation,
} from '../model/forms/person.ts';
import { type UnsubscribeReply, unsubscribed } from '../model/forms/unsubscribe.ts';
import { candidateIn } from '../model/forms/mailed-links.ts';
import { later, Waiting } from '../views/controls/later.tsx';
import { BannerStrip } from '../views/notices/banner-strip.tsx';
import { ConnectingScreen } from '../views/shell/screen.tsx';
import { NotFoundScreen } from '../views/shell/screens.tsx';

/** Where a form shows its outcome: the snackbar or the banner. */
type Speech = 'snackbar' | 'banner';

/**
 * Returns the public pages other than the login, with their services, in the shape of a module for React.
 * Each page's actors start once, outside of React, when it is first shown.
 */
export function composePublic(services: Services, app: AppRef): { default: FunctionComponent<{ path: string }> } {
  const { http, addressBar } = services;
  const pages: Readonly<Record<string, FunctionComponent>> = {
    '/unsubscribe': page(async () => {
      const token = new URLSearchParams(services.takeLinkQuery()).get('token');
      const asked = asking<UnsubscribeReply>(
        question<{ token: string }>(async ({ input: body, signal }) =>
          unsubscribed(await http.call(accountCalls.unsubscribe, { body }, { signal })),
        ),
        token === null || token === '' ? null : { token },
      );
      const { default: View } = await import('../views/public/unsubscribe-view.tsx');
      return <View asked={asked} />;
    }),
    '/complete-profile': page(async () => {
      const person = invitedIn(services.takeLinkQuery());
      const { token = '', email = '' } = person ?? {};
      const link = asking<VerifiedInvitation>(
        question<{ token: string; email: string }>(async ({ input: body, signal }) => {
          const { purpose, commonName } = await http.call(accountCalls.verifyToken, { body }, { signal });
          return { joins: purpose === 'join' ? commonName : null };
        }),
        person && { token, email },
      );
      const join = form<PressedLink>((_, signal) =>
        http.call(accountCalls.acceptInvitation, { body: { token, email } }, { signal }),
      );
      const machine = form<CompleteProfile>(async (values, signal) => {
        const body = { ...namesToSend(values), token, email, password: values.password };
        await http.call(accountCalls.completeProfile, { body }, { signal });
        addressBar.go('/login', 'replace');
      });
      const { default: View } = await import('../views/public/complete-profile-view.tsx');
      const forms = {
        form: begun(app, machine, completeProfileRules, 'snackbar'),
        join: begun(app, join, joinRules, 'snackbar'),
      };
      return <View link={link} {...forms} person={person} />;
    }),
    '/reset-password': page(async () => {
      const query = new URLSearchParams(services.takeLinkQuery());
      const asked = { token: query.get('token') ?? '', email: query.get('email') ?? '' };
      const link = asking<ReplyFor<typeof accountCalls.verifyToken>>(
        question<typeof asked>(({ input: body, signal }) => http.call(accountCalls.verifyToken, { body }, { signal })),
        asked.token === '' || asked.email === '' ? null : asked,
      );
      const machine = form<NewPassword>(async ({ password }, signal) => {
        await http.call(accountCalls.setPassword, { body: { ...asked, password } }, { signal });
        // Go to the login page, which shows the reason if the login is refused.
        addressBar.go('/login', 'replace');
        app.getSnapshot().children.auth?.send({ type: 'login.submit', username: asked.email, password });
      });
      const confirm = form<PressedLink>((_, signal) => http.call(accountCalls.confirmEmail, { body: asked }, { signal }));
      const { default: View } = await import('../views/public/set-password-view.tsx');
      const forms = {
        form: begun(app, machine, setPasswordRules, 'snackbar'),
        confirm: begun(app, confirm, confirmEmailRules, 'snackbar'),
      };
      return <View link={link} {...forms} email={asked.email} />;
    }),
    '/registration-approval': page(async () => {
      const { pathname, search } = addressBar.current();
      if (search !== '') addressBar.go(pathname, 'replace');
      const named = candidateIn(search);
      const person = named.ok ? named.value : null;
      const right = asking<boolean>(
        question(async ({ signal }) => {
          const { systems } = await http.call(clientCalls.listSystems, {}, { signal });
          return systems.some(({ RoleId }) => RoleId === superuser);
        }),
        {},
      );
      const machine = form<PersonNames>((values, signal) => {
        const body = { ...namesToSend(values), email: person?.email ?? '' };
        return http.call(ownAccountCalls.approveRegistration, { body }, { signal });
      });
      const logOut = (): void => {
        // Put this page's query back, so that the person returns to the complete address after the login.
        addressBar.go(pathname + search, 'replace');
        app.getSnapshot().children.auth?.send({ type: 'logout.submit' });
      };
      const { default: View } = await import('../views/public/approval-view.tsx');
      return (
        <>
          <BannerStrip app={app} />
          <View form={begun(app, machine, approvalRules, 'banner')} right={right} person={person} onLogOut={logOut} />
        </>
      );
    }),
  };
  return {
    default({ path }) {
      const Page = pages[path] ?? NotFoundScreen;
      return (
        <Waiting value={<ConnectingScreen />}>
          <Page />
        </Waiting>
      );
    },
  };
}

function page(start: () => Promise<ReactNode>): FunctionComponent {
  return later(async () => {
    const content = await start();
    return { default: () => content };
  });
}

/** Starts a question outside of a session; null sends no request. */
function asking<Answer>(machine: ReturnType<typeof question>, request: object | null): QuestionRef<Answer> {
  return createActor(machine, { input: { request } }).start();
}

/** Starts a form outside of a session; the app shows its messages. */
function begun(app: AppRef, machine: SubmissionMachine, rules: FormRules<never>, speech: Speech): SubmissionRef {
  const speaks = fromCallback<EventObject & { notice: { message: string; variant: 'success' | 'error' | 'info' } }>(
    ({ receive }) =>
      receive((event) => {
        const { snackbar, banner } = app.getSnapshot().children;
        if (speech === 'snackbar') snackbar?.send(event as never);
        else banner?.send({ type: 'banner.show', banner: event.notice });
      }),
  );
  const root: AnyActorRef = createActor(
    createMachine({
      invoke: [
        { id: 'snackbar', systemId: 'snackbar', src: speaks },
        { id: 'form', src: machine, input: { rules } },
      ],
    }),
  ).start();
  return root.getSnapshot().children.form as SubmissionRef;
}
