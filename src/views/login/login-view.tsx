import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AuthRef } from '../../machines/auth/auth-machine.ts';
import { selectLoggingIn, selectLoginFailure } from '../../machines/auth/auth-selectors.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import type { LoginFields } from '../../model/forms/login.ts';
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

type Props = {
  auth: AuthRef;
  signUp: SubmissionRef;
  resetPassword: SubmissionRef;
  /** The username and password that fill in the login of a demo host; null on any other host. */
  demo: LoginFields | null;
  onReload: () => void;
};

/** The login dialog (FORM-4) with the tabs Sign Up and Login, and the reset mode of Login (FORM-10). */
export function LoginView(props: Props) {
  const { auth, signUp, resetPassword, demo } = props;
  const [tab, setTab] = useState<Tab>('login');
  const [isResetting, setResetting] = useState(false);
  const [login, setLogin] = useState({ username: '', password: '' });
  const [person, setPerson] = useFormValues(signUp, { firstName: '', lastName: '', email: '', company: '' });
  const [reset, setReset] = useFormValues(resetPassword, { user: '' });
  const isBusy = useSelector(auth, selectLoggingIn);
  const failure = useSelector(auth, selectLoginFailure);
  const forget = (): void => auth.send({ type: 'login.edit' });
  // Pass no heading to focus: the form's first field takes the focus by itself.
  useArrival();
  return (
    <div className={styles.page}>
      <div className={styles.frame}>
        <section className={styles.dialog} role="dialog" aria-labelledby="login-title">
          <h1 className={styles.brand} id="login-title">
            <Brand className={styles.brandMark} />
          </h1>
          <p className={styles.about}>
            For wildlife researchers: run radio receivers, follow tagged animals live, and get alarms.
          </p>
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
        {demo === null || tab === 'signUp' || isResetting ? null : (
          // Keep this below the dialog and last: the prerendered login form does not contain it.
          <p className={styles.demo}>
            This host is a demo.
            <button
              type="button"
              className={styles.link}
              onClick={({ currentTarget }) => {
                setLogin(demo);
                forget();
                currentTarget.closest('div')?.querySelector<HTMLElement>('[type=submit]')?.focus();
              }}
            >
              Use the demo account
            </button>
          </p>
        )}
      </div>
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
