import { useSelector } from '@xstate/react';
import type { ProfilePageRef } from '../../machines/profile-page/profile-page-machine.ts';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { saveThing, type SavingRef } from '../../machines/saving/saving.ts';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import type { Account } from '../../model/entities/account.ts';
import type { Ending, Session } from '../../model/entities/session.ts';
import { type ProfileForm, whyNotUpdated, whyPasswordStays } from '../../model/forms/profile.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { TextForm } from '../controls/text-form.tsx';
import { useFormValues } from '../controls/use-form-values.ts';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { MySettings } from '../settings/my-settings.tsx';
import styles from './profile.module.css';

/** The person's own account: name, password, settings, and where they are logged in. */
export default function ProfileView({ actor }: ScreenProps<ProfilePageRef>) {
  const account = useReadModel((models) => models.account.account);
  const { profile, password, sessions, ending, settings } = useSelector(actor, ({ children }) => children);
  return (
    <Page title="Profile" about="Your name, username, email, password and settings" actions={<LineNotice />}>
      <div className={styles.columns}>
        {account === null || profile === undefined ? null : <General form={profile} account={account} />}
        {password === undefined ? null : <Password form={password} />}
        <MySettings saving={settings} onRetry={() => actor.send({ type: 'settings.retry' })} />
      </div>
      {sessions === undefined || ending === undefined ? null : <Sessions sessions={sessions} ending={ending} />}
    </Page>
  );
}

function General({ form, account }: { form: SubmissionRef; account: Account }) {
  const times = useTimes();
  const { firstName, lastName, username, email } = account;
  const initial: ProfileForm = { firstName, lastName, username, email, password: '' };
  const [values, setValues] = useFormValues(form, initial);
  const isOtherEmail = values.email.trim() !== email;
  const lastLogin = account.lastLogin === null ? 'Never' : `${times.stamp(account.lastLogin)} ${times.zone(account.lastLogin)}`;
  return (
    <Card title="General Information">
      <TextForm
        form={form}
        label="General Information"
        fields={[
          { name: 'firstName', label: 'First Name', autoComplete: 'given-name' },
          { name: 'lastName', label: 'Last Name', autoComplete: 'family-name' },
          { name: 'username', label: 'Username', autoComplete: 'username' },
          { name: 'email', label: 'Email', autoComplete: 'email' },
          // Changing the email needs the current password: whoever reads the account's emails can get a new
          // password (ACC-29).
          ...(isOtherEmail
            ? [{ name: 'password' as const, label: 'Current Password', autoComplete: 'current-password', isPassword: true }]
            : []),
        ]}
        values={values}
        onChange={setValues}
        send="Update Profile"
        whyNot={whyNotUpdated(values, initial)}
      >
        <FactList
          facts={[
            ['Member since', dayText(account.createdAt, times)],
            ['Last Login', lastLogin],
          ]}
        />
        {account.pendingEmail === null || account.pendingEmail === undefined ? null : (
          <p role="status">{`${account.pendingEmail} takes effect when you confirm it by the link mailed to that address.`}</p>
        )}
      </TextForm>
    </Card>
  );
}

function Password({ form }: { form: SubmissionRef }) {
  const [values, setValues] = useFormValues(form, { current: '', password: '', confirmed: '' });
  return (
    <Card title="Change Password">
      <TextForm
        form={form}
        label="Change Password"
        fields={[
          { name: 'current', label: 'Current Password', autoComplete: 'current-password', isPassword: true },
          { name: 'password', label: 'New Password', autoComplete: 'new-password', isPassword: true },
          { name: 'confirmed', label: 'Confirm Password', autoComplete: 'new-password', isPassword: true },
        ]}
        values={values}
        onChange={setValues}
        send="Change Password"
        whyNot={whyPasswordStays(values)}
      />
    </Card>
  );
}

/** Lists where the person is logged in. Each session but this one can be ended (ACC-30). */
function Sessions({ sessions, ending }: { sessions: QuestionRef<readonly Session[]>; ending: SavingRef<Ending> }) {
  const { answer, isFailed, failure, again } = useAnswer(sessions);
  const times = useTimes();
  const isBusy = useSelector(ending, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(ending, (snapshot) => snapshot.context.failure);
  if (isFailed) return <LoadFailure title="Could not load your sessions" failure={failure} onRetry={again} />;
  if (answer === null) return <Skeleton label="Loading your sessions" bars={2} barHeight={48} />;
  const at = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  const others = answer.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card
      title="Sessions"
      aside={
        <Greyed why={others.length === 0 ? 'You are logged in only here' : null} isBusy={isBusy}>
          <Button rank="destructive" onPress={() => saveThing(ending, 'others', null)}>
            End all others
          </Button>
        </Greyed>
      }
    >
      <ul className="grid gap-12" aria-label="Sessions">
        {answer.map(({ id, device, since, lastUse, isCurrent }) => (
          <li key={id} className="row wrap between">
            <div>
              <p>{isCurrent ? `${device} (this session)` : device}</p>
              <p className="quiet">{`Since ${at(since)}, last used ${at(lastUse)}`}</p>
            </div>
            {isCurrent ? null : (
              <Greyed isBusy={isBusy}>
                <Button aria-label={`End ${device}`} onPress={() => saveThing(ending, 'one', id)}>
                  End
                </Button>
              </Greyed>
            )}
          </li>
        ))}
      </ul>
      {refusal === null ? null : (
        <p className="failure" role="alert">
          {refusal.text}
        </p>
      )}
    </Card>
  );
}
