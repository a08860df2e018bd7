"""What is heard.

`cues.CueCollector` collects the cues of a frame, `mixer.Mixer` decides how loud they
are, `speaker.Speaker` plays them; `remote_audio.RemoteAudio` sends them to a browser.
"""
