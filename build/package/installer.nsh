; packshot:// links, for the user who installs; electron-builder itself does the .packshot files.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\packshot" "" "URL:Packshot connection"
  WriteRegStr SHELL_CONTEXT "Software\Classes\packshot" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\packshot\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\packshot\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\packshot"
  ${endIf}
!macroend
