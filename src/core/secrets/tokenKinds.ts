/**
 * Tokens that are recognizable without their name. One row a kind. The formats come from the vendors' documentation; many
 * of the rarer ones were found by way of the rules of gitleaks (https://github.com/gitleaks/gitleaks).
 */
export interface TokenKind {
  /** Lowercase letters, digits, and hyphens: part of a mask. */
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** Least entropy of a whole token, in bits a character. */
  readonly entropy: number;
  /** See `shape.ts`; alternatives are separated by spaces. */
  readonly shapes: string;
  /** `loose` formats also fit ordinary names, so only random characters count. */
  readonly role: 'secret' | 'loose' | 'public by design';
}

type Row = readonly [id: string, provider: string, name: string, entropy: number, shapes: string];

const UUID = '<H8>-<H4>-<H4>-<H4>-<H12>';

const SECRETS: readonly Row[] = [
  [
    'onepassword-secret-key',
    '1Password',
    'secret key',
    3.8,
    'A3-<U6>-<U11>-<U5>-<U5>-<U5> A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>',
  ],
  ['onepassword-service-token', '1Password', 'service account token', 4, 'ops_eyJ<b200-><e0-3>'],
  ['adobe-client-secret', 'Adobe', 'client secret', 2, 'p8e-<A32>'],
  ['age-secret-key', 'age', 'secret key', 0, 'AGE-SECRET-KEY-1<U58>'],
  ['airtable-token', 'Airtable', 'personal access token', 0, 'pat<A14>.<h64>'],
  ['alibaba-access-key-id', 'Alibaba Cloud', 'access key ID', 2, 'LTAI<A12-24>'],
  ['anthropic-api-key', 'Anthropic', 'API key', 0, 'sk-ant-<a3-12>-<s80->'],
  ['artifactory-api-key', 'Artifactory', 'API key', 4.5, 'AKCp<A69>'],
  ['artifactory-reference-token', 'Artifactory', 'reference token', 4.5, 'cmVmd<A59>'],
  ['atlassian-api-token', 'Atlassian', 'API token', 3.5, 'ATATT3<t186> ATATT3<s100->=<U8> ATBB<A28->'],
  [
    'authress-access-key',
    'Authress',
    'service access key',
    2,
    ['sc', 'ext', 'scauth', 'authress']
      .map(
        (prefix) =>
          `${prefix}_<A5-30>.<A4-6>.acc_<s10-32>.<K30-120> ${prefix}_<A5-30>.<A4-6>.acc-<s10-32>.<K30-120>`,
      )
      .join(' '),
  ],
  ['aws-access-key-id', 'AWS', 'access key ID', 3, 'AKIA<B16> ASIA<B16> ABIA<B16> ACCA<B16> A3T<U1><B16>'],
  [
    'aws-bedrock-api-key',
    'AWS',
    'Bedrock API key',
    3,
    'ABSK<b109-><e0-2> bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t<b0-><e0-2>',
  ],
  ['aws-mws-token', 'AWS', 'Marketplace token', 3, `amzn.mws.${UUID}`],
  ['azure-ad-client-secret', 'Azure', 'AD client secret', 3, '<z3><d1>Q~<z31-34>'],
  ['azure-storage-key', 'Azure', 'storage account key', 4, '(?i)AccountKey=(<b86>==)'],
  ['azure-service-bus-key', 'Azure', 'shared access key', 4, '(?i)SharedAccessKey=(<b43>=)'],
  ['azure-devops-token', 'Azure', 'DevOps token', 4, '<A76>AZDO<A4>'],
  ['clickhouse-secret-key', 'ClickHouse', 'Cloud API secret key', 3, '4b1d<A38>'],
  ['clojars-token', 'Clojars', 'deploy token', 2, '(?i)clojars_<A60>'],
  ['cloudflare-origin-ca-key', 'Cloudflare', 'origin CA key', 2, 'v1.0-<h24>-<h146>'],
  ['cloudflare-api-token', 'Cloudflare', 'API token', 3, 'cfat_<A40><h8> cfut_<A40><h8> cfk_<A40><h8>'],
  ['databricks-token', 'Databricks', 'access token', 3, 'dapi<H32>-<d1> dapi<H32>'],
  [
    'digitalocean-token',
    'DigitalOcean',
    'access token',
    3,
    '(?i)dop_v1_<H64> (?i)doo_v1_<H64> (?i)dor_v1_<H64>',
  ],
  ['discord-bot-token', 'Discord', 'bot token', 4, '<s24-28>.<s6-7>.<s27-45>'],
  [
    'discord-webhook',
    'Discord',
    'webhook',
    3,
    'discord.com/api/webhooks/(<d17-20>/<s60-80>) discordapp.com/api/webhooks/(<d17-20>/<s60-80>)',
  ],
  ['docker-token', 'Docker', 'access token', 3, 'dckr_pat_<s20-> dckr_oat_<s20->'],
  [
    'doppler-token',
    'Doppler',
    'token',
    2,
    'dp.pt.<A40-> dp.st.<s0-40>.<A40-> dp.sa.<A40-> dp.ct.<A40-> dp.scim.<A40->',
  ],
  ['dropbox-token', 'Dropbox', 'short-lived token', 3.5, 'sl.<s130->'],
  ['duffel-token', 'Duffel', 'API token', 2, 'duffel_test_<t43> duffel_live_<t43>'],
  ['dynatrace-token', 'Dynatrace', 'API token', 4, 'dt0c01.<A24>.<A64>'],
  ['easypost-token', 'EasyPost', 'API token', 2, 'EZAK<A54> EZTK<A54>'],
  ['facebook-token', 'Facebook', 'access token', 3, '<d15-16>|<s27-40> <d15-16>%<s27-40>'],
  ['facebook-page-token', 'Facebook', 'page access token', 4, 'EAAM<A100-> EAAC<A100->'],
  ['figma-token', 'Figma', 'personal access token', 3, 'figd_<s36-> figo_<s36->'],
  [
    'flutterwave-secret-key',
    'Flutterwave',
    'secret key',
    2,
    '(?i)FLWSECK_TEST-<f32>-X (?i)FLWSECK-<f32>-X FLWSECK_TEST-<f12>',
  ],
  [
    'flyio-token',
    'Fly.io',
    'access token',
    4,
    'fo1_<s43> fm1a_<b100-><e0-3> fm1r_<b100-><e0-3> fm2_<b100-><e0-3>',
  ],
  ['frameio-token', 'Frame.io', 'API token', 0, 'fio-u-<t64>'],
  ['github-token', 'GitHub', 'personal access token', 3, 'ghp_<A36->'],
  ['github-fine-grained-token', 'GitHub', 'fine-grained access token', 3, 'github_pat_<w82->'],
  ['github-oauth-token', 'GitHub', 'OAuth token', 3, 'gho_<A36->'],
  ['github-app-token', 'GitHub', 'app token', 3, 'ghu_<A36-> ghs_<A36-> ghs_<d4-12>_eyJ<s10->.<s10->.<s10->'],
  ['github-refresh-token', 'GitHub', 'refresh token', 3, 'ghr_<A36->'],
  ['gitlab-token', 'GitLab', 'personal access token', 3, 'glpat-<s20->.<a9> glpat-<s20->'],
  [
    'gitlab-other-token',
    'GitLab',
    'token',
    3,
    'glcbt-<A1-5>_<s20> gldt-<s20-> glffct-<s20-> glft-<s20-> glimt-<s25-> glagent-<s50-> gloas-<s64> glptt-<h40> GR1348941<s20-> glrt-<s20-> glrt-t<d1>_<s27->.<a9> glsoat-<s20-> glwt-<s20->',
  ],
  ['gitlab-session-cookie', 'GitLab', 'session cookie', 3, '_gitlab_session=(<a32>)'],
  ['google-api-key', 'Google', 'API key', 4, 'AIza<s35>'],
  ['google-oauth-secret', 'Google', 'OAuth client secret', 3, 'GOCSPX-<s28>'],
  ['google-oauth-token', 'Google', 'OAuth access token', 4, 'ya29.<s30->'],
  [
    'grafana-token',
    'Grafana',
    'token',
    3,
    '(?i)eyJrIjoi<A70-><e0-3> (?i)glc_<b32-><e0-3> (?i)glsa_<A32>_<H8>',
  ],
  ['groq-api-key', 'Groq', 'API key', 3, 'gsk_<A48->'],
  ['harness-api-key', 'Harness', 'API key', 0, 'pat.<s22>.<A24>.<A20> sat.<s22>.<A24>.<A20>'],
  ['hashicorp-terraform-token', 'HashiCorp', 'Terraform API token', 3.5, '<A14>.atlasv1.<t60-70>'],
  ['hashicorp-vault-token', 'HashiCorp', 'Vault token', 3.5, 'hvs.<s90-> hvb.<s138-> hvr.<s90->'],
  ['heroku-api-key', 'Heroku', 'API key', 4, 'HRKU-AA<s58>'],
  ['huggingface-token', 'Hugging Face', 'access token', 2, 'hf_<A34-> api_org_<L34>'],
  ['infracost-token', 'Infracost', 'API token', 3, 'ico-<A32>'],
  ['intra42-client-secret', 'Intra 42', 'client secret', 3, 's-s4t2ud-<H64> s-s4t2af-<H64>'],
  ['linear-api-key', 'Linear', 'API key', 2, 'lin_api_<A40> lin_oauth_<H64>'],
  ['mailchimp-api-key', 'Mailchimp', 'API key', 3, '<h32>-us<d1-2>'],
  ['mailgun-api-key', 'Mailgun', 'API key', 3, 'key-<h32>'],
  ['maxmind-license-key', 'MaxMind', 'license key', 4, '<A6>_<A29>_mmk'],
  [
    'microsoft-teams-webhook',
    'Microsoft',
    'Teams webhook',
    0,
    `https://<a1-63>.webhook.office.com/webhookb2/<a8>-<a4>-<a4>-<a4>-<a12>@<a8>-<a4>-<a4>-<a4>-<a12>/IncomingWebhook/<a32>/<a8>-<a4>-<a4>-<a4>-<a12>`,
  ],
  ['new-relic-api-key', 'New Relic', 'API key', 3, 'NRAK-<U27> NRII-<s32>'],
  ['notion-token', 'Notion', 'integration token', 4, 'ntn_<d11><A35> secret_<A43>'],
  ['npm-token', 'npm', 'access token', 2, '(?i)npm_<A36>'],
  [
    'openai-api-key',
    'OpenAI',
    'API key',
    3,
    ['proj', 'svcacct', 'admin']
      .flatMap((type) =>
        [58, 74].flatMap((head) => [58, 74].map((tail) => `sk-${type}-<s${head}>T3BlbkFJ<s${tail}>`)),
      )
      .concat('sk-<A20>T3BlbkFJ<A20>')
      .join(' '),
  ],
  ['openrouter-api-key', 'OpenRouter', 'API key', 3, 'sk-or-v1-<h64>'],
  ['openshift-token', 'OpenShift', 'user token', 3.5, 'sha256~<s43>'],
  [
    'password-hash',
    'Unix',
    'password hash',
    4,
    `${['2a', '2b', '2x', '2y'].map((version) => `$${version}$<d2>$<c50-60>`).join(' ')} $apr1$<c1-16>$<c20-100> $1$<c1-16>$<c20-100> $5$<c1-16>$<c20-100> $6$<c1-16>$<c20-100> $argon2id$<g20-200> $argon2i$<g20-200> $argon2d$<g20-200>`,
  ],
  ['perplexity-api-key', 'Perplexity', 'API key', 4, 'pplx-<A48>'],
  [
    'planetscale-token',
    'PlanetScale',
    'token',
    3,
    'pscale_tkn_<T32-64> pscale_oauth_<T32-64> (?i)pscale_pw_<T32-64>',
  ],
  ['postman-api-key', 'Postman', 'API key', 3, 'PMAK-<H24>-<H34>'],
  ['prefect-token', 'Prefect', 'API token', 2, 'pnu_<A36>'],
  ['pulumi-token', 'Pulumi', 'access token', 2, 'pul-<h40>'],
  ['pypi-token', 'PyPI', 'upload token', 3, 'pypi-AgEIcHlwaS5vcmc<s50-> pypi-AgENdGVzdC5weXBpLm9yZ<s50->'],
  ['readme-token', 'ReadMe', 'API token', 2, 'rdme_<a70>'],
  ['rubygems-token', 'RubyGems', 'API token', 2, 'rubygems_<h48>'],
  ['scalingo-token', 'Scalingo', 'API token', 2, 'tk-us-<s48>'],
  ['sendgrid-api-key', 'SendGrid', 'API key', 2, 'SG.<T66>'],
  ['sendinblue-api-key', 'Brevo', 'API key', 2, 'xkeysib-<h64>-<A16>'],
  ['sentry-token', 'Sentry', 'auth token', 3.5, 'sntrys_eyJ<b30-><e0-2>_<b43> sntryu_<h64>'],
  ['settlemint-token', 'SettleMint', 'access token', 3, 'sm_aat_<A16> sm_pat_<A16> sm_sat_<A16>'],
  ['shippo-token', 'Shippo', 'API token', 2, 'shippo_live_<H40> shippo_test_<H40>'],
  ['shopify-token', 'Shopify', 'access token', 2, 'shpat_<A32-> shpca_<A32-> shppa_<A32-> shpss_<A32->'],
  [
    'slack-token',
    'Slack',
    'token',
    2,
    'xoxb-<d8-14>-<s10-> xoxp-<d8-14>-<s10-> xoxe-<d10-13>-<s10-> xoxa-<s8-> xoxr-<s8-> xoxo-<d8-14>-<s10-> xoxs-<d1->-<d1->-<d1->-<H1-> xoxo-<d1->-<d1->-<d1->-<H1->',
  ],
  ['slack-app-token', 'Slack', 'app-level token', 2, '(?i)xapp-<d1>-<A1->-<d1->-<A1->'],
  [
    'slack-config-token',
    'Slack',
    'configuration token',
    2,
    '(?i)xoxe.xoxp-<d1>-<A163-> (?i)xoxe.xoxb-<d1>-<A163-> (?i)xoxe-<d1>-<A146->',
  ],
  [
    'slack-webhook',
    'Slack',
    'webhook',
    3,
    'https://hooks.slack.com/services/<b36-60> https://hooks.slack.com/workflows/<b36-60> https://hooks.slack.com/triggers/<b36-60> hooks.slack.com/services/<b36-60> hooks.slack.com/workflows/<b36-60> hooks.slack.com/triggers/<b36-60>',
  ],
  ['sonarqube-token', 'SonarQube', 'token', 3, 'squ_<h40> sqp_<h40> sqa_<h40>'],
  [
    'sourcegraph-token',
    'Sourcegraph',
    'access token',
    3,
    '(?i)sgp_<H16>_<H40> (?i)sgp_local_<H40> (?i)sgp_<H40>',
  ],
  ['square-token', 'Square', 'access token', 2, 'EAAA<s22-60> sq0atp-<s22-60> sq0csp-<s43>'],
  ['stripe-key', 'Stripe', 'secret key', 2, 'sk_live_<A10-> sk_test_<A10-> sk_prod_<A10->'],
  ['stripe-restricted-key', 'Stripe', 'restricted key', 2, 'rk_live_<A10-> rk_test_<A10-> rk_prod_<A10->'],
  ['stripe-webhook-secret', 'Stripe', 'webhook secret', 3, 'whsec_<b32-><e0-2>'],
  ['supabase-key', 'Supabase', 'secret key', 3, 'sbp_<h40> sb_secret_<s31->'],
  ['tailscale-key', 'Tailscale', 'key', 3, 'tskey-<a3-12>-<A8-32>-<A20->'],
  ['telegram-bot-token', 'Telegram', 'bot token', 3, '<d8-10>:AA<s33>'],
  ['twilio-api-key', 'Twilio', 'API key', 3, 'SK<H32>'],
  ['typeform-token', 'Typeform', 'API token', 3, 'tfp_<T59>'],
  ['vercel-token', 'Vercel', 'token', 3, 'vcp_<A24-> vci_<A24-> vca_<A24-> vcr_<A24-> vck_<A24->'],
];

/** Prefixes that vendors reserve for secrets. Summaries hide the text after them, even at an unusual length. */
export const PREFIXES: TokenKind = {
  id: 'prefix',
  provider: '',
  name: 'token',
  entropy: 0,
  shapes: [
    ...[
      'sk',
      'pk',
      'rk',
      'gho',
      'ghp',
      'ghs',
      'ghr',
      'ghu',
      'github_pat',
      'glpat',
      'npm',
      'pypi',
      'hf',
      'shpat',
      'dop_v1',
    ],
    ...[...'abcdeioprs'].map((letter) => `xox${letter}`),
  ]
    .flatMap((prefix) => [`${prefix}-<s8->`, `${prefix}_<s8->`])
    .concat('AKIA<U12->', 'ASIA<U12->')
    .join(' '),
  role: 'secret',
};

const LOOSE: readonly Row[] = [
  ['hashicorp-vault-legacy-token', 'HashiCorp', 'Vault token', 3.5, 's.<A24>'],
  ['octopus-api-key', 'Octopus Deploy', 'API key', 3, 'API-<U26>'],
];

const PUBLIC: readonly Row[] = [
  ['flutterwave-public-key', 'Flutterwave', 'public key', 2, '(?i)FLWPUBK_TEST-<f32>-X (?i)FLWPUBK-<f32>-X'],
  ['mailgun-public-key', 'Mailgun', 'public key', 3, 'pubkey-<h32>'],
  ['mapbox-public-token', 'Mapbox', 'public token', 3, 'pk.eyJ<s40->.<s20->'],
  ['new-relic-browser-key', 'New Relic', 'browser key', 2, 'NRJS-<h19>'],
  ['stripe-publishable-key', 'Stripe', 'publishable key', 2, 'pk_live_<A10-> pk_test_<A10->'],
  ['supabase-publishable-key', 'Supabase', 'publishable key', 3, 'sb_publishable_<s31->'],
];

export const TOKEN_KINDS: readonly TokenKind[] = [
  ...SECRETS.map((row) => kindOf(row, 'secret')),
  ...LOOSE.map((row) => kindOf(row, 'loose')),
  ...PUBLIC.map((row) => kindOf(row, 'public by design')),
];

function kindOf([id, provider, name, entropy, shapes]: Row, role: TokenKind['role']): TokenKind {
  return { id, provider, name, entropy, shapes, role };
}
