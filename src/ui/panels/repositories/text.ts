export const TEXT = {
  title: 'Open a public repository',
  address: 'Address',
  placeholder: 'github.com/owner/name',
  hint: 'From GitHub, GitLab, Codeberg, or any GitLab, Gitea, or Forgejo server. For another branch or only a folder, copy its address, such as github.com/owner/name/tree/main/src.',
  next: 'A separate page opens. It shows what it will request from which server, and sends nothing before you click. This page stays offline.',
  kept: 'The files stay only until you close or reload this tab.',
  continue: 'Continue',
  cancel: 'Cancel',
} as const;
