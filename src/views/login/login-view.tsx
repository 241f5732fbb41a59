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
import { useFormValues } from '../controls/use-form-values.ts';
import { later } from '../controls/later.tsx';

const SignUpForm = later(() => import('./sign-up-form.tsx'));
const ResetForm = later(() => import('./reset-form.tsx'));

type Tab = 'signUp' | 'login';
const tabs = [
  { key: 'signUp', label: 'Sign Up' },
  { key: 'login', label: 'Login' },
] as const;

/** FORM-4: the login dialog, with its tabs Sign Up and Login, and the reset mode of the latter (FORM-10). */
export function LoginView(props: { auth: AuthRef; signUp: SubmissionRef; resetPassword: SubmissionRef; onReload: () => void }) {
  const { auth, signUp, resetPassword } = props;
  const [tab, setTab] = useState<Tab>('login');
  const [isResetting, setResetting] = useState(false);
  const [login, setLogin] = useState({ username: '', password: '' });
  const [person, setPerson] = useFormValues(signUp, { firstName: '', lastName: '', email: '', company: '' });
  const [reset, setReset] = useFormValues(resetPassword, { user: '' });
  const isBusy = useSelector(auth, selectLoggingIn);
  const failure = useSelector(auth, selectLoginFailure);
  const forget = (): void => auth.send({ type: 'login.edit' });
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
            forget();
          }}
        >
          <LoadBoundary key={tab} level={2} waiting={null} onRetry={props.onReload}>
            {content()}
          </LoadBoundary>
        </Tabs>
      </section>
    </div>
  );

  function content() {
    if (tab === 'signUp') return <SignUpForm form={signUp} values={person} onChange={setPerson} />;
    if (isResetting)
      return <ResetForm form={resetPassword} values={reset} onChange={setReset} onBack={() => setResetting(false)} />;
    return (
      <LoginForm
        values={login}
        onChange={setLogin}
        busy={isBusy}
        failure={failure}
        onEdit={forget}
        onLogIn={(values) => auth.send({ type: 'login.submit', ...values })}
        onForgot={() => {
          setResetting(true);
          forget();
        }}
      />
    );
  }
}
