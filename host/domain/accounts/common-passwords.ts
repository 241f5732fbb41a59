/** Passwords of eight or more characters at the top of every published list of leaked passwords. */
const common = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa$$word passwords passwort
  12345678 123456789 1234567890 12345678910 0123456789 87654321 987654321 0987654321 9876543210 123123123 121212121
  123321123 147258369 789456123 741852963 159753456 112233445566 11223344 12341234 12344321 12121212 13131313 123454321
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 qwertzuiop azertyuiop asdfghjk asdfghjkl asdfasdf zxcvbnm123
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 a1b2c3d4 abcd1234 abc12345
  abcdefgh abcdefghi abcdefg1 aa123456 a1234567 a12345678 abc123456 123456789a 123qweasd 123qwe123 1234qwer qwer1234
  iloveyou iloveyou1 iloveyou2 iloveyou123 ilovegod loveyou123 lovelove mylove123 princess princess1 sunshine sunshine1
  football football1 baseball baseball1 basketball superman superman1 batman123 spiderman pokemon1 starwars starwars1
  computer computer1 internet internet1 samsung1 microsoft facebook linkedin whatever whatever1 trustno1 letmein1 letmein123
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 changeme changeme1 changeme123 default1 temppass temp1234
  admin123 admin1234 admin12345 administrator administrator1 superuser rootroot root1234 toor1234 guest123 testtest test1234
  test12345 testing1 testing123 demodemo demo1234 userpass user1234 login123 secret123 secret12 topsecret master123 access14
  dragon123 monkey123 shadow123 michael1 jennifer jessica1 jordan23 charlie1 nicholas elizabeth christian alexander victoria
  benjamin jonathan samantha stephanie veronica butterfly chocolate strawberry cheesecake snowball snowflake midnight rainbow1
  mustang1 corvette mercedes ferrari1 maverick thunder1 scorpion diamond1 freedom1 liverpool liverpool1 chelsea1 arsenal1
  barcelona juventus manchester cristiano ronaldo7 summer2023 summer2024 summer2025 winter2023 winter2024 winter2025 spring2024
  spring2025 autumn2024 autumn2025 qweasdzxc qweqweqwe asdasdasd zxczxczxc 1111111a aaaaaaa1 asdf1234 zxcv1234 fuckyou1
  fuckyou123 blink182 metallica1 hello123 hello1234 hellohello goodbye1 minecraft fortnite roblox123 nintendo playstation
  telemetry telemetry1 wildlife wildlife1 research research1 receiver receiver1 antenna1 lotek2000 lotek2003`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const rows = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop',
  'asdfghjkl',
  'poiuytrewq',
];

/**
 * True for a password on the list, a repeated character or short word, and a run along the keyboard or the
 * alphabet.
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  const plain = folded.replace(/[!?.*#]+$/, '');
  if (common.has(folded) || common.has(plain)) return true;
  if (/^(.{1,3})\1+$/u.test(folded)) return true;
  return rows.some((row) => row.includes(plain));
}
