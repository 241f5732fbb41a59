import { useLocation } from 'wouter';
import { Button } from '../controls/button.tsx';

/** Opens the login from a public page. */
export function ToLogin(props: { children: string }) {
  const [, navigate] = useLocation();
  return (
    <Button rank="primary" onPress={() => navigate('/login')}>
      {props.children}
    </Button>
  );
}
