import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AuthRef } from '../../machines/auth/auth-machine.ts';
import { selectLoggingIn, selectLoginFailure } from '../../machines/auth/auth-selectors.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { useArrival } from '../controls/arrival.tsx';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { Brand } from '../shell/brand.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { later } from '../controls/later.tsx';

const SignUpForm = later(() => import('./sign-up-form.tsx'));
const ResetForm = later(() => import('./reset-form.tsx'));

type Tab = 'signUp' | 'login';
const tabs = [
  { key: 'signUp', label: 'Sign Up' },
  { key: 'login', label: 'Login' },
] as const;

/** FORM-4: the login dialog, with its tabs Sign Up and Login, and the reset mode of the latter. */
export function LoginView(props: { auth: AuthRef; signUp: SubmissionRef; resetPassword: SubmissionRef; onReload: () => void }) {
  const [tab, setTab] = useState<Tab>('login');
  // The form's first field takes the focus by itself.
  useArrival();
  return (
    <div className={styles.page}>
      <section className={styles.dialog} role="dialog" aria-labelledby="login-title">
        <h1 className={styles.brand} id="login-title">
          <Brand className={styles.brandMark} />
        </h1>
        <Tabs
          label="Account"
          tabs={tabs}
          selected={tab}
          onSelect={(to) => {
            setTab(to);
            props.auth.send({ type: 'login.edit' });
          }}
        >
          <LoadBoundary key={tab} level={2} waiting={null} onRetry={props.onReload}>
            {tab === 'login' ? (
              <LoginTab auth={props.auth} resetPassword={props.resetPassword} />
            ) : (
              <SignUpTab form={props.signUp} />
            )}
          </LoadBoundary>
        </Tabs>
      </section>
    </div>
  );
}

function LoginTab(props: { auth: AuthRef; resetPassword: SubmissionRef }) {
  const [resetting, setResetting] = useState(false);
  const busy = useSelector(props.auth, selectLoggingIn);
  const failure = useSelector(props.auth, selectLoginFailure);
  const forget = (): void => props.auth.send({ type: 'login.edit' });
  if (resetting) return <ResetTab form={props.resetPassword} onBack={() => setResetting(false)} />;
  return (
    <LoginForm
      busy={busy}
      failure={failure}
      onEdit={forget}
      onLogIn={(login) => props.auth.send({ type: 'login.submit', ...login })}
      onForgot={() => {
        setResetting(true);
        forget();
      }}
    />
  );
}

function ResetTab(props: { form: SubmissionRef; onBack: () => void }) {
  const form = useSelector(props.form, (snapshot) => snapshot);
  return (
    <ResetForm
      busy={form.hasTag('busy')}
      failure={form.context.failure ?? form.context.refused?.text}
      onEdit={() => props.form.send({ type: 'form.edit', field: 'user' })}
      onReset={(user) => props.form.send({ type: 'form.submit', values: { user } })}
      onBack={props.onBack}
    />
  );
}

function SignUpTab(props: { form: SubmissionRef }) {
  const form = useSelector(props.form, (snapshot) => snapshot);
  const { refused, failure } = form.context;
  return (
    <SignUpForm
      key={form.context.sent}
      busy={form.hasTag('busy')}
      refused={refused}
      failure={failure}
      onEdit={(field) => props.form.send({ type: 'form.edit', field })}
      onRegister={(values) => props.form.send({ type: 'form.submit', values })}
    />
  );
}
